/**
 * Asks a real site of Confluence which calls it serves and what no record of one tells, and prints both
 * as tables: `npm run confluence-probe -- --site URL --space KEY --token-file F [--email E] [--yes]`.
 * @module
 */
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ConfluenceError } from '../src/confluence/confluence-error.ts'
import { credentialReader, parseSiteAddress } from '../src/confluence/credential.ts'
import { nameOfCall, neededCalls, tryCalls } from '../src/confluence/needed-calls.ts'
import { detectSite, openSite } from '../src/confluence/open-site.ts'
import type { RemoteSpace } from '../src/confluence/site.ts'
import { siteClient } from '../src/confluence/wire/site-client.ts'
import { plainRequests } from './confluence-probe/plain-requests.ts'
import { type Finding, type ProbeReport, probeSite } from './confluence-probe/probe-site.ts'

const use =
  'Use: npm run confluence-probe -- --site URL --space KEY [--token-file FILE] [--email EMAIL] [--yes] [--json]'

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
  /** Whether pages may be made without asking. */
  readonly isAgreed: boolean
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
        yes: { type: 'boolean', default: false },
      },
    })
    const { site, space, email, json, yes } = values
    if (!site || !space) throw new TypeError('--site and --space are needed.')
    if (!yes && !process.stdin.isTTY)
      throw new TypeError('--yes is needed where nobody can be asked.')
    const baseUrl = parseSiteAddress(site)
    const tokenFile = values['token-file']
    return { baseUrl, spaceKey: space, tokenFile, email, isJson: json, isAgreed: yes }
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
  const client = siteClient(options)
  const calls = await tryCalls(client, neededCalls[kind])
  const mayWrite = wanted.isAgreed || (await isAgreed(space, signal))
  const sendPlain = plainRequests(client.apiRoot, readCredential)
  const opened = { site, client, sendPlain, stranger, space }
  const nothing: ProbeReport = { findings: [], leftBehind: [] }
  const { findings, leftBehind } = mayWrite ? await probeSite(opened, signal) : nothing
  const told = calls.map(({ call, answer }) => ({ call: nameOfCall(call), use: call.use, answer }))
  const report = { site: baseUrl, kind, requests, calls: told, findings, leftBehind }
  const tables = `${tableOfCalls(told)}\n${tableOf(findings)}`
  process.stdout.write(wanted.isJson ? `${JSON.stringify(report, null, 2)}\n` : tables)
  for (const page of leftBehind) process.stderr.write(`Could not be taken away: ${page}\n`)
  if (!wanted.isJson) process.stderr.write(`${requests} requests.\n`)
  return leftBehind.length === 0
}

async function isAgreed({ name, key }: RemoteSpace, signal: AbortSignal): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const words = `This makes some thirty pages below the homepage of ${name} (${key}), and takes them away again. Go on? [y/N] `
  try {
    return /^y(?:es)?$/i.test((await asking.question(words, { signal })).trim())
  } finally {
    asking.close()
  }
}

function tableOfCalls(
  calls: readonly { readonly call: string; readonly use: string; readonly answer: string }[],
): string {
  return table(
    ['Call', 'For', 'Here'],
    calls.map(({ call, use, answer }) => [`\`${call}\``, use, answer]),
  )
}

function tableOf(findings: readonly Finding[]): string {
  return table(
    ['Question', 'Answer', 'Switch', 'What it said'],
    findings.map(({ question, value, told, switch: name }) => [
      question,
      value ?? '–',
      name ?? '',
      told,
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cell = (text: unknown): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`
}
