import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/support/base/temporary-folder.ts'
import { apiRootOf, credentialReader, parseSiteAddress } from './credential.ts'

const folder = temporaryFolder()

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

test('takes the address of a site', () => {
  for (const [text, address] of [
    ['https://acme.atlassian.net/wiki', 'https://acme.atlassian.net/wiki'],
    ['https://acme.atlassian.net/wiki///', 'https://acme.atlassian.net/wiki'],
    ['https://WIKI.acme.test:8443/', 'https://wiki.acme.test:8443'],
    ['http://localhost:8090/confluence', 'http://localhost:8090/confluence'],
    ['http://127.9.9.9/', 'http://127.9.9.9'],
    ['http://[::1]:8090/', 'http://[::1]:8090'],
    // 2130706433 is 127.0.0.1.
    ['http://2130706433/wiki', 'http://127.0.0.1/wiki'],
  ] as const) {
    assert.equal(parseSiteAddress(text), address)
  }
})

test('refuses what would send a token astray', () => {
  for (const [text, why] of [
    ['http://acme.atlassian.net/wiki', /must begin with https/],
    ['http://localhost.evil.test/', /must begin with https/],
    ['http://evil.localhost/', /must begin with https/],
    ['http://127.0.0.1.evil.test/', /must begin with https/],
    ['http://0.0.0.0/', /must begin with https/],
    ['http://[::]/', /must begin with https/],
    ['https://user@acme.test/', /no user/],
    ['https://:secret@acme.test/', /no user/],
    ['https://acme.test/wiki?x=1', /no \? and no #/],
    ['https://acme.test/wiki#', /no \? and no #/],
    ['ftp://acme.test/', /must look like/],
    ['acme.atlassian.net/wiki', /must look like/],
    ['', /must look like/],
  ] as const) {
    assert.throws(() => parseSiteAddress(text), { name: 'TypeError', message: why }, text)
  }
})

test('finds the API at the site, or at the gateway for tokens with scopes', () => {
  const baseUrl = 'https://acme.atlassian.net/wiki'
  assert.equal(apiRootOf({ baseUrl, cloudId: undefined }), baseUrl)
  assert.equal(
    apiRootOf({ baseUrl, cloudId: 'ab-12' }),
    'https://api.atlassian.com/ex/confluence/ab-12/wiki',
  )
  assert.equal(
    apiRootOf({ baseUrl: 'http://localhost:1/wiki', cloudId: '../x' }),
    'http://localhost:1/ex/confluence/..%2Fx/wiki',
  )
})
