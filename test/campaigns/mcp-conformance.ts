/** `npm run mcp-conformance`: holds `/mcp` to the official conformance suite of MCP, which it installs for the run. @module */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { listenLocally } from '../support/network/listen-locally.ts'
import { startTestHostApi } from '../support/service/test-host-api.ts'

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
}

const testTool = 'calls a tool of a server for tests'
const subscriptions = 'there are no subscriptions'

/** Checks that need features this server does not have, and which. */
const notOurs: Readonly<Record<string, string>> = {
  'sep-2549-prompts-list-caching-hints': 'there are no prompts',
  'sep-2575-http-server-no-independent-requests-on-stream': testTool,
  'sep-2575-missing-capability-http-400': testTool,
  'sep-2575-server-no-log-without-loglevel': testTool,
  'sep-2575-server-rejects-undeclared-capability': testTool,
  'sep-2575-server-sends-subscription-ack': subscriptions,
  'sep-2575-server-tags-subscription-id': subscriptions,
}

const folder = temporaryFolder()
const installing = ['install', '--no-save', '--ignore-scripts', '--prefix', folder, suite]
if (spawnSync('npm', installing, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
  process.stderr.write(`${suite} could not be installed.\n`)
  process.exit(2)
}

const api = await startTestHostApi('sqlite')
await api.create('A page')
// The suite sends no token.
const proxy = createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${api.token}` }
  const url = new URL(asked.url ?? '', api.server.url)
  const passed = request(url, { method: asked.method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
})
const proxyUrl = await listenLocally(proxy)

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

let failures = 0
for (const [revision, names] of Object.entries(scenarios)) {
  for (const name of names) {
    const checks = await run(revision, name)
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    const ours = failed.filter(({ id }) => notOurs[id] === undefined)
    failures += ours.length + (passed === 0 ? 1 : 0)
    process.stdout.write(`${revision} ${name}: ${passed} of ${passed + failed.length}\n`)
    for (const { id, errorMessage = 'failed' } of failed) {
      process.stdout.write(`  ${id}: ${notOurs[id] ?? errorMessage}\n`)
    }
  }
}
proxy.close()
await api.stop()
process.exitCode = failures === 0 ? 0 : 1

async function run(revision: string, name: string): Promise<Check[]> {
  const results = mkdtempSync(join(folder, 'results-'))
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const asked = ['--scenario', name, '--spec-version', revision, '--output-dir', results]
  const url = `${proxyUrl}/mcp`
  const command = [program, 'server', '--url', url, ...asked]
  await promisify(execFile)(process.execPath, command, { timeout: 60_000 }).catch(() => undefined)
  return readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('checks.json'))
    .flatMap((path) => JSON.parse(readFileSync(join(results, path), 'utf8')) as Check[])
}
