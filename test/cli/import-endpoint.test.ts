import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressProblem } from '../../src/contract/base/hosts.ts'
import { sendOnce } from '../../src/contract/base/wire.ts'
import { sendRequest } from '../../src/folder/client/send-request.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { docsFolder } from '../support/folders/docs-folder.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

const requests: (string | undefined)[] = []
const server = createServer((request, response) => {
  requests.push(request.headers.authorization)
  response.writeHead(401).end('{"key":"unauthorized","body":"Error: no"}')
})
const home = temporaryFolder()
let endpoint: string

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wiki/apps/a/b/webtrigger`
})
after(() => {
  server.close()
  server.closeAllConnections()
})

function docs(config: object): string {
  const files = { 'a.md': '# A\n', token: 'of-another', 'markport.json': JSON.stringify(config) }
  const folder = docsFolder(files)
  return folder.path
}

async function run(
  args: readonly string[],
  { reply, env = {} }: { reply?: string; env?: Record<string, string> } = {},
): Promise<CliRun & { readonly sent: readonly (string | undefined)[] }> {
  requests.length = 0
  const usual = {
    MARKPORT_TOKEN: 'a.b.c',
    MARKPORT_SPACE: 'DOCS',
    MARKPORT_PARENT: '1',
    MARKPORT_ENDPOINT: '',
    XDG_CONFIG_HOME: home,
    CI: '',
    GITHUB_ACTIONS: '',
    TERM: 'xterm',
  }
  const typed = reply === undefined ? {} : { reply }
  const done = await callCli(args, { env: { ...usual, ...env }, ...typed })
  return { ...done, sent: [...requests] }
}

test('a service that only the folder names gets nothing, whichever command is used', async () => {
  const folder = docs({ endpoint })
  for (const command of [['import'], ['import', '--dry-run'], ['import', '--json'], ['pull']]) {
    const { code, stderr, sent } = await run([...command, folder])
    assert.deepEqual([code, sent], [2, []], stderr)
    assert.match(stderr, /does not decide where your token goes.* --endpoint or MARKPORT_ENDPOINT/)
  }
})

test('a service that the user names gets the token', async () => {
  const folder = docs({ endpoint })
  const config = join(folder, 'markport.json')
  for (const [args, env] of [
    [['--config', config], {}],
    [['--endpoint', endpoint], {}],
    [[], { MARKPORT_ENDPOINT: endpoint }],
  ] as const) {
    const { sent } = await run(['import', folder, ...args], { env })
    assert.deepEqual(new Set(sent), new Set(['Bearer a.b.c']))
  }
})

test('a file of the folder does not say where tokens are read from', async () => {
  const folder = docs({ tokenFile: 'token' })
  const env = { MARKPORT_TOKEN: '', MARKPORT_ENDPOINT: endpoint }
  for (const command of ['import', 'pull']) {
    const { code, stderr, sent } = await run([command, folder], { env })
    assert.deepEqual([code, sent], [2, []])
    assert.match(stderr, /does not say where tokens are read from/)
  }
  const linked = docs({})
  rmSync(join(linked, 'markport.json'))
  symlinkSync(join(docs({ secretName: 1 }), 'markport.json'), join(linked, 'markport.json'))
  const { code, stderr } = await run(['import', linked], { env })
  assert.equal(code, 2)
  assert.match(stderr, /markport\.json: it may not be read: it lies outside the repository/)
  assert.doesNotMatch(stderr, /secretName/)
  const repository = docs({})
  const inside = join(repository, 'docs')
  mkdirSync(inside)
  for (const [name, reason] of [
    ['.env', 'a part of its path starts with a dot'],
    ['private', 'Git ignores it'],
  ] as const) {
    writeFileSync(join(repository, '.gitignore'), 'private\n')
    writeFileSync(join(repository, name), 'SECRET=abc')
    rmSync(join(inside, 'markport.json'), { force: true })
    symlinkSync(join('..', name), join(inside, 'markport.json'))
    const hidden = await run(['import', inside], { env })
    assert.equal(hidden.code, 2)
    assert.ok(hidden.stderr.includes(reason), hidden.stderr)
    assert.doesNotMatch(hidden.stderr, /SECRET/)
  }
})

test('plain http goes to this machine alone', async () => {
  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.2', '127.1', '[::1]:8787']) {
    assert.equal(addressProblem(`http://${host}/`), undefined, host)
  }
  assert.equal(addressProblem('https://docs.example/'), undefined)
  const others = ['docs.example', '10.0.0.1', '[::ffff:7f00:1]', 'localhost.example', '0.0.0.0']
  for (const host of others) {
    const url = `http://${host}/wiki/apps/a/b/webtrigger`
    assert.match(addressProblem(url) ?? '', /by https only/, host)
    const headers = { Authorization: 'Bearer a.b.c' }
    await assert.rejects(sendRequest({}, { url, method: 'GET', headers }), {
      key: 'insecure-address',
    })
    const wire = { url, method: 'GET', headers, body: undefined }
    await assert.rejects(sendOnce(wire, { timeoutMs: 1_000, maxAnswerBytes: 1 }), TypeError)
    for (const command of ['import', 'pull']) {
      const { code, stderr } = await run([command, docs({}), '--endpoint', url])
      assert.equal(code, 2)
      assert.match(stderr, /by https only/)
    }
  }
})

test('credentials leave by the one sender that asks where they go', () => {
  const src = fileURLToPath(new URL('../../src/', import.meta.url))
  const senders = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] }).filter((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    return /\brequest as start|from 'node:http2'|\bundici\b/.test(text)
  })
  assert.deepEqual(senders, ['contract/base/wire.ts'])
})
