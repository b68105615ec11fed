import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiRootOf, parseSiteAddress } from './site-address.ts'

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

test('never repeats a password', () => {
  assert.throws(
    () => parseSiteAddress('https://u:hunter2@acme.test/'),
    (error: Error) => !error.message.includes('hunter2'),
  )
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
