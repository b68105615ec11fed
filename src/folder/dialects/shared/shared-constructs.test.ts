/** Frames and films, at their edges. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generousMs } from '../../../../test/support/base/wait-until.ts'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['vitepress'])

const cases: readonly [fact: string, document: string, expected: string][] = [
  [
    'a film by its source',
    '<video controls>\n  <source src="a.mp4" />\n</video>',
    '[a.mp4](a.mp4)',
  ],
  ['an address with spaces', '<video src="a b.mp4" title="A [b]" />', '[A \\[b\\]](<a b.mp4>)'],
  [
    'a frame in a sentence',
    'A <iframe src="https://x.org"></iframe> b',
    'A [https://x.org](https://x.org) b',
  ],
]
for (const [fact, document, expected] of cases) {
  test(`links ${fact}`, () => assert.equal(read(document), expected))
}

test('knows alerts of any kind, with titles of their own', () => {
  const document = '> [!NB] Take *it*\n> a\n\n> [!NB]-\n> b\n\n> [!TIP] c'
  const expected = '> [!NOTE] Take *it*\n> a\n\n> [!NOTE] Nb\n> b\n\n> [!TIP] c'
  assert.equal(readerOf(['hugo'])(document), expected)
})

test('leaves what names no address, and code', () => {
  for (const document of ['<video></video>', '`<iframe src="a"></iframe>`']) {
    assert.equal(read(document), document)
  }
})

test('parts alerts that share a quote', () => {
  const github = readerOf([])
  assert.equal(
    github('- > [!NOTE]\n  > a\n  >\n  > [!my-kind]\n  > b\n  >\n  > c'),
    '- > [!NOTE]\n  > a\n\n  > [!my-kind]\n  > b\n  >\n  > c',
  )
  assert.equal(github('> > a\n> >\n> > [!TIP]\n> > b'), '> > a\n>\n> > [!TIP]\n> > b')
  for (const document of [
    '> a\n>\n> > [!TIP]',
    '> a\n>\n\n> [!TIP]',
    '> a\n>\n> [x]',
    '```\n> a\n>\n> [!TIP]\n```',
  ])
    assert.equal(github(document), document)
})

test('keeps the marker of an alert apart from terms', () => {
  const alert = (content: string) => readerOf(['myst'])(`:::{hint}\n${content}\n:::`)
  assert.equal(alert('a\n: b'), '> [!HINT]\n>\n> a\n> : b')
  assert.equal(alert('a\n\n: b'), '> [!HINT]\n>\n> a\n>\n> : b')
  assert.equal(alert(': a'), '> [!HINT]\n> \\: a')
  assert.equal(alert('a\n\nb'), '> [!HINT]\n> a\n>\n> b')
})

test('counts formulas by hand where they have no names', () => {
  assert.equal(readerOf(['quarto'])('$$ a $$ (1)'), '$$ a $$ (1)')
})

test('takes no longer for formulas that do not end', () => {
  for (const document of ['>'.repeat(60_000), '> '.repeat(30_000), `\\(${' '.repeat(3_000)}a`]) {
    const start = performance.now()
    assert.equal(readerOf(['hugo', 'quarto', 'myst'])(document), document)
    assert.ok(performance.now() - start < generousMs)
  }
})

test('takes no longer for spaces and endings of images in the attributes of a tag', () => {
  for (const document of [
    `{% include note.html content="a${' '.repeat(250_000)}b" %}`,
    `{% panel "${'.png?'.repeat(250_000)}\nb" %}a{% endpanel %}`,
  ]) {
    const start = performance.now()
    assert.ok(readerOf(['jekyll'])(document).length > 100_000)
    assert.ok(performance.now() - start < generousMs)
  }
})
