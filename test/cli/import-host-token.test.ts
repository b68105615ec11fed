/** `markport import` with a host token: where it comes from, and what the program says and ends with. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DocsFiles, docsFolder } from '../support/folders/docs-folder.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'
import { startTestHostApi, type TestHostApi } from '../support/service/test-host-api.ts'

let api: TestHostApi

before(async () => {
  api = await startTestHostApi('sqlite')
})
after(async () => {
  await api.stop()
})

async function importing(
  files: DocsFiles,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<CliRun> {
  const folder = docsFolder(files)
  const { server } = api
  const usual = {
    MARKPORT_ENDPOINT: server.endpoint,
    MARKPORT_SPACE: 'DOCS',
    MARKPORT_PARENT: await api.create(folder.path),
    MARKPORT_TOKEN: server.token,
    MARKPORT_HOST_TOKEN: '',
    GITHUB_ACTIONS: '',
    CI: '',
  }
  return callCli(['import', folder.path, ...args], { env: { ...usual, ...env } })
}

const files = { 'a.md': '# A\n', 'b.md': 'b' }
const refused = /\nStopped: The host token was refused: This host token is not known/

test('a wrong space ends with 1, and the summary says that nothing was sent', async () => {
  const env = { MARKPORT_HOST_TOKEN: api.token, MARKPORT_SPACE: 'DOC' }
  const { code, stdout, stderr } = await importing(files, env)
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^\nRESULT {4}PAGES\nnot-sent {6}2\n\n[\d.]+ s\n\nStopped: There is no space "DOC" .* Check --space\.\n$/,
  )
  assert.match(stderr, /\nmarkport: 2 pages not imported; see above\.\n$/)
  assert.ok(!(stdout + stderr).includes(api.token))
  const control = await importing(files, { MARKPORT_SPACE: 'DOC' }, ['--concurrency', '1'])
  assert.match(control.stdout, /\nRESULT {4}PAGES\nnot-sent {6}2\n/)
  const nothing = await importing({}, env)
  assert.equal(nothing.code, 1)
  assert.match(nothing.stderr, /\nmarkport: the import was stopped; see above\.\n$/)
})

test('a flag wins over the variable, and the variable over markport.json', async () => {
  const wrong = { 'wrong.txt': 'mph_wrong', 'a.md': '# A\n' }
  const config = (name: string): DocsFiles => ({
    'markport.json': JSON.stringify({ hostTokenFile: name }),
  })
  const byConfig = await importing({ ...wrong, ...config('wrong.txt') })
  assert.equal(byConfig.code, 2)
  assert.match(byConfig.stderr, /does not say where tokens are read from\. Give --host-token-file/)
  const variable = { MARKPORT_HOST_TOKEN: api.token }
  assert.equal((await importing({ ...wrong, ...config('wrong.txt') }, variable)).code, 0)
  const folder = docsFolder(wrong)
  const flag = ['--host-token-file', `${folder.path}/wrong.txt`]
  assert.match((await importing(wrong, variable, flag)).stdout, refused)
})

test('a token that cannot be one is wrong use', async () => {
  const cases: readonly [env: Record<string, string>, args: string[], message: RegExp][] = [
    [{ MARKPORT_HOST_TOKEN: 'mph a' }, [], /The host token has spaces or other characters inside/],
    [{ MARKPORT_HOST_TOKEN: ' ' }, [], /The host token is empty\. Give one, or leave it out\./],
    [{}, ['--host-token-file', '/dev/null'], /The host token is empty\./],
    [{}, ['--host-token-file', '/nowhere'], /--host-token-file: ENOENT/],
  ]
  for (const [env, args, message] of cases) {
    const { code, stderr } = await importing(files, env, args)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
})

test('--check needs no service, so it checks no identifiers', async () => {
  const env = { MARKPORT_HOST_TOKEN: 'mph_wrong', MARKPORT_ENDPOINT: 'http://127.0.0.1:1/' }
  assert.equal((await importing({ 'a.md': '# A\n' }, env, ['--check'])).code, 0)
})
