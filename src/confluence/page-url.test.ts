import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageUrlOf } from './page-url.ts'

const page = { id: '12', fallback: 'https://acme.atlassian.net/wiki' }

test('puts the address of a page together', () => {
  const base = 'https://wiki.acme.test/c/'
  assert.equal(pageUrlOf(base, '/spaces/A/pages/12/X', page), `${base}spaces/A/pages/12/X`)
  assert.equal(pageUrlOf(undefined, '/x', page), `${page.fallback}/x`)
  assert.equal(pageUrlOf(base, undefined, page), `${base}pages/viewpage.action?pageId=12`)
})

test('leads nowhere but to the site, and to pages of the web', () => {
  for (const base of ['javascript:alert(1)', 'ftp://x', 'no address', 'https://u:p@x', '']) {
    assert.equal(pageUrlOf(base, '/x', page), `${page.fallback}/x`, base)
  }
  for (const path of ['@evil.test/', '.evil.test/', 'x', '']) {
    assert.equal(new URL(pageUrlOf('https://acme.test', path, page)).host, 'acme.test', path)
  }
  assert.equal(new URL(pageUrlOf('https://acme.test', '//evil.test', page)).host, 'acme.test')
})
