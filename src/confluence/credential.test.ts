import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { credentialReader } from './credential.ts'

const folder = mkdtempSync(join(tmpdir(), 'markport-credential-'))
after(() => rmSync(folder, { recursive: true }))

const place = { email: 'bot@acme.test', tokenFile: undefined, spaceKey: 'DOCS' }

test('reads the first line of a file, and sees that it was replaced', async () => {
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, '\uFEFF first-token \r\nwords about it\n')
  const read = credentialReader({ ...place, tokenFile }, { MARKPORT_CONFLUENCE_TOKEN: 'other' })
  assert.deepEqual(await read(), { email: 'bot@acme.test', token: 'first-token' })
  writeFileSync(tokenFile, 'second-token')
  assert.equal((await read()).token, 'second-token')
})

test('reads the environment: the variable of the space before the common one', async () => {
  const env: Record<string, string> = { MARKPORT_CONFLUENCE_TOKEN: 'common' }
  const read = credentialReader(place, env)
  assert.equal((await read()).token, 'common')
  env.MARKPORT_CONFLUENCE_TOKEN_DOCS = 'own'
  assert.equal((await read()).token, 'own')
  const other = credentialReader({ ...place, spaceKey: 'my-docs2' }, env)
  assert.equal((await other()).token, 'common')
  env.MARKPORT_CONFLUENCE_TOKEN_MY_DOCS2 = 'other'
  assert.equal((await other()).token, 'other')
})

test('says what is wrong, and never what the file holds', async () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const [tokenFile, words] of [
    [join(folder, 'missing'), /is missing/],
    [folder, /is no file/],
    [pipe, /is no file/],
    [file('empty', ''), /is empty/],
    [file('blank', '  \nsecret'), /is empty/],
    [file('long', `secret${'x'.repeat(100_000)}`), /too long/],
    [file('spaces', 'secret words'), /has spaces/],
    [file('odd', 'secret\u00e9'), /has spaces or characters/],
    [undefined, /set MARKPORT_CONFLUENCE_TOKEN_DOCS or MARKPORT_CONFLUENCE_TOKEN,/],
  ] as const) {
    await assert.rejects(credentialReader({ ...place, tokenFile }, {})(), (error: Error) => {
      assert.match(error.message, words)
      assert.ok(!error.message.includes('secret'))
      assert.equal((error as { kind?: string }).kind, 'credential')
      return true
    })
  }
})
