/**
 * Asks a real site of Confluence what no record of one tells, and prints what the switches of the
 * simulator should be: `npm run confluence-probe -- --site URL --space KEY --token-file F [--email E]`.
 * @module
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { credentialReader } from '../src/confluence/credential.ts'
import { detectSite } from '../src/confluence/detect-site.ts'
import { openSite } from '../src/confluence/open-site.ts'
import { ConfluenceError } from '../src/confluence/site.ts'
import { parseSiteAddress } from '../src/confluence/site-address.ts'
import { siteClient } from '../src/confluence/wire/site-client.ts'
import { type Finding, probeSite } from './confluence-probe/probe-site.ts'

const use =
  'Use: npm run confluence-probe -- --site URL --space KEY [--token-file FILE] [--email EMAIL] [--json]'

const exitCodes = { fine: 0, failed: 1, misused: 2, interrupted: 130 } as const

process.exitCode = await main()

async function main(): Promise<number> {
  const wanted = readArguments()
  if (wanted === undefined) return exitCodes.misused
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('Stopping: its pages are being taken away.\n')
      stop.abort(new Error('interrupted'))
    })
  }
  try {
    const isClean = await run(wanted, stop.signal)
    if (stop.signal.aborted) return exitCodes.interrupted
    return isClean ? exitCodes.fine : exitCodes.failed
  } catch (error) {
    if (!(error instanceof ConfluenceError || stop.signal.aborted)) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    return stop.signal.aborted ? exitCodes.interrupted : exitCodes.failed
  }
}

interface Wanted {
  readonly baseUrl: string
  readonly spaceKey: string
  readonly tokenFile: string | undefined
  readonly email: string | undefined
  readonly isJson: boolean
}

function readArguments(): Wanted | undefined {
  try {
    const { values } = parseArgs({
      options: {
        site: { type: 'string' },
        space: { type: 'string' },
        'token-file': { type: 'string' },
        email: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const { site, space, email, json } = values
    if (!site || !space) throw new TypeError('--site and --space are needed.')
    const baseUrl = parseSiteAddress(site)
    return { baseUrl, spaceKey: space, tokenFile: values['token-file'], email, isJson: json }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${use}\n`)
    return undefined
  }
}

/** @returns Whether nothing of it is left behind. */
async function run(wanted: Wanted, signal: AbortSignal): Promise<boolean> {
  const { baseUrl, email } = wanted
  const readCredential = credentialReader(wanted, process.env)
  const { kind, address } = await detectSite(baseUrl, await readCredential())
  let requests = 0
  const onAnswer = (): void => {
    requests += 1
  }
  const options = { address, readCredential, onAnswer }
  const site = openSite({ kind, ...options })
  const stranger = openSite({
    kind,
    ...options,
    readCredential: async () => ({ email, token: 'a-token-that-was-never-given-out' }),
  })
  const space = await site.findSpace(wanted.spaceKey)
  if (space === undefined) {
    throw new ConfluenceError('not-found', `There is no space ${wanted.spaceKey} at ${baseUrl}.`)
  }
  const opened = { site, client: siteClient(options), stranger, space }
  const { findings, leftBehind } = await probeSite(opened, signal)
  const report = { site: baseUrl, kind, requests, findings, leftBehind }
  process.stdout.write(wanted.isJson ? `${JSON.stringify(report, null, 2)}\n` : tableOf(findings))
  for (const page of leftBehind) process.stderr.write(`Could not be taken away: ${page}\n`)
  if (!wanted.isJson) process.stderr.write(`${requests} requests.\n`)
  return leftBehind.length === 0
}

function tableOf(findings: readonly Finding[]): string {
  const cell = (text: unknown): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = findings.map(({ question, value, told, switch: name }) =>
    [question, value ?? '–', name ?? '', told].map(cell),
  )
  const head = [['Question', 'Answer', 'Switch', 'What it said'], Array<string>(4).fill('---')]
  return `${[...head, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`
}
