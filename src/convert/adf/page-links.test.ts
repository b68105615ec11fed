import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completePageLinks, isKeptPageLink, keepPageLinks, keptPageLink } from './page-links.ts'

const wiki = 'https://wiki.example/wiki'

test('only the address of a page below the wiki is a kept link', () => {
  for (const url of [
    'spaces/DOCS/pages/1',
    'spaces/a1/pages/23#h-%C3%BCber',
    'spaces/A/pages/1#ü',
  ]) {
    assert.ok(isKeptPageLink(url), url)
  }
  for (const url of [
    ...['/spaces/A/pages/1', './spaces/A/pages/1', 'spaces/A/pages/1/x', 'spaces/A/pages/1?v=2'],
    'spaces/A/pages/x',
    'spaces/A/pages/1.md',
    'spaces/~a/pages/1',
    'x spaces/A/pages/1',
    'spaces/A/pages/1#a b',
    'spaces/A/pages/1 ',
    'spaces/A/pages/1\n',
    '',
  ]) {
    assert.ok(!isKeptPageLink(url), url)
  }
})

test('a service tells pages of its own wiki, and pages in Confluence', () => {
  assert.equal(keptPageLink(`${wiki}/spaces/DOCS/pages/1`), 'spaces/DOCS/pages/1')
  for (const url of [
    `${wiki}/spaces/DOCS/pages/1/Title`,
    `${wiki}/spaces/DOCS/pages/1/`,
    'https://wiki.example/spaces/DOCS/pages/1/Title',
    'https://wiki.example/display/DOCS/Title',
    'unknown',
  ]) {
    assert.equal(keptPageLink(url), undefined, url)
  }
})

test('addresses of links change and come back, and words never do', () => {
  const link = (href: string) => ({ type: 'link', attrs: { href } })
  const text = `"href":"${wiki}/spaces/A/pages/1" \\"href":"spaces/A/pages/1"`
  const document = (...hrefs: string[]): string =>
    JSON.stringify({ content: [{ type: 'text', text, marks: hrefs.map(link) }] })
  const foreign = 'https://other.example/wiki/spaces/A/pages/1'
  const asKept = document('spaces/A/pages/1', 'spaces/B/pages/2#x', foreign)
  const whole = document(`${wiki}/spaces/A/pages/1`, `${wiki}/spaces/B/pages/2#x`, foreign)
  assert.equal(
    keepPageLinks(whole, (origin) => origin === 'https://wiki.example'),
    asKept,
  )
  assert.equal(completePageLinks(asKept, wiki), whole)
})
