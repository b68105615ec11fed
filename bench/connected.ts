/** `npm run bench:connected -- [FILES] [PAGES AT ONCE] [MS]`: imports a folder into a simulated Cloud with its latency and limits. @module */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedBurst } from '../test/support/confluence/faults.ts'
import { startConfluence } from '../test/support/confluence/start-confluence.ts'
import { runCli } from '../test/support/service/run-cli.ts'
import { startService } from '../test/support/service/service-process.ts'
import { writeLinkedFolder } from './support/linked-folder.ts'

const [files = 1_000, inFlight = 5, answerMs = 500] = process.argv.slice(2).map(Number)
const changedFiles = 10

const folder = mkdtempSync(join(tmpdir(), 'markport-bench-'))
const docs = join(folder, 'docs')
const tokenFile = join(folder, 'site-token')
const dataDirectory = join(folder, 'data')

const site = await startConfluence('cloud', {
  delayMs: answerMs,
  burstPerSecond: documentedBurst,
})
writeFileSync(tokenFile, site.token)
const paths = writeLinkedFolder(docs, files)
const place = ['--to', site.baseUrl, '--remote', site.spaceKey, '--email', site.email ?? '']
let token = ''
await run('migrate', '--data', dataDirectory)
await run('space', 'connect', 'DOCS', ...place, '--token-file', tokenFile, '--data', dataDirectory)
const created = await run('token', 'create', 'bench', '--data', dataDirectory, '--json')
token = (JSON.parse(created) as { token: string }).token
const service = await startService({ dataDirectory })

print('run', 'created', 'updated', 'unchanged', 'seconds', 'GET', 'POST', 'PUT', '429')
await measure('first')
await measure('again')
await measure('resend', '--resend')
await measure('dry run', '--dry-run', '--resend')
for (const path of paths.slice(0, changedFiles)) {
  const file = join(docs, path)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more line.\n`)
}
await measure(`${changedFiles} changed`)

await service.end('SIGTERM')
await site.stop()
rmSync(folder, { recursive: true, force: true })

interface Summary {
  readonly type: string
  readonly ms: number
  readonly counts: Readonly<Record<'created' | 'updated' | 'unchanged' | 'failed', number>>
}

async function measure(name: string, ...options: readonly string[]): Promise<void> {
  const before = site.requests.length
  const lines = await run(
    'import',
    docs,
    '--endpoint',
    service.endpoint,
    '--space',
    'DOCS',
    '--json',
    '--parent',
    site.homepageId,
    '--concurrency',
    String(inFlight),
    ...options,
  )
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Summary)
  const summary = events.find(({ type }) => type === 'summary')
  if (summary === undefined || summary.counts.failed > 0) throw new Error(lines.slice(-2_000))
  const sent = site.requests.slice(before)
  const count = (wanted: string): number => sent.filter(({ method }) => method === wanted).length
  const { created, updated, unchanged } = summary.counts
  print(
    name,
    created,
    updated,
    unchanged,
    (summary.ms / 1_000).toFixed(1),
    count('GET'),
    count('POST'),
    count('PUT'),
    sent.filter(({ status }) => status === 429).length,
  )
}

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { env: { MARKPORT_TOKEN: token } })
  if (code !== 0) throw new Error(`${args[0]} ends with ${code}: ${stderr}${stdout.slice(-2_000)}`)
  return stdout
}

function print(...cells: readonly (string | number)[]): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(16)).join('')}\n`)
}
