/** Matching of files and pages: never one of either twice, never where two could be meant, and in few steps. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pageTree } from '../plan/page-tree.ts'
import { matchTexts, type PageMatch, startMatching, type TherePage } from './match-pages.ts'
import { pageText } from './propose-adoption.ts'

const top = '1'

function treeOf(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([path, title]) => ({
    ...{ path, file: `/${path}`, title, says: 'text' as const },
  }))
  return pageTree(sources, { name: 'docs' }).nodes
}

function match(
  files: Readonly<Record<string, string>>,
  pages: readonly TherePage[],
): Readonly<Record<string, string>> {
  const matching = startMatching(treeOf(files), pages, { parentId: top, known: new Map() })
  matching.matchNames()
  return told(matching.matches)
}

function told(matches: readonly PageMatch[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    matches.map(({ node, page, reason }) => [node.path, `${page.id} ${reason}`]),
  )
}

const page = (id: string, title: string, parentId = top): TherePage => ({ id, title, parentId })

describe('names', () => {
  test('tell pages of one title apart by their places, down from the top', () => {
    const files = {
      'a/README.md': 'Alpha',
      'a/overview.md': 'Overview',
      'b/README.md': 'Beta',
      'b/overview.md': 'Overview',
    }
    const pages = [
      ...[page('10', 'Alpha'), page('11', 'Beta')],
      ...[page('12', 'overview', '10'), page('13', 'Overview', '11')],
    ]
    assert.deepEqual(match(files, pages), {
      'a/README.md': '10 place',
      'a/overview.md': '12 place',
      'b/README.md': '11 place',
      'b/overview.md': '13 place',
    })
  })

  test('match nothing where two could be meant', () => {
    const two = [page('10', 'Setup', '9'), page('11', 'Setup', '8')]
    assert.deepEqual(match({ 'x.md': 'Setup' }, two), {})
    assert.deepEqual(match({ 'x.md': 'Setup', 'y/z.md': 'Setup' }, [page('10', 'Setup', '9')]), {})
  })

  test('are those of files without their numbers, and of folders', () => {
    const files = { '02-Quick_start.md': 'How to begin', 'ref/index.md': 'All that there is' }
    const pages = [page('10', 'quick Start!', '9'), page('11', 'Ref', '9')]
    assert.deepEqual(match(files, pages), {
      '02-Quick_start.md': '10 name',
      'ref/index.md': '11 name',
    })
  })

  test('are in no two matches, whatever there is, and equal ones below one page are found', () => {
    const word = fc.constantFrom('a', 'A', 'b c', 'b-c', '', '1', '¿', 'ö', 'o\u0308')
    const files = fc.dictionary(fc.stringMatching(/^([ab]\/){0,2}[a-d]\.md$/), word, {
      maxKeys: 12,
    })
    const pages = fc.array(fc.record({ title: word, above: fc.nat(20) }), { maxLength: 20 })
    fc.assert(
      fc.property(files, pages, (drawn, listed) => {
        const there = listed.map(({ title, above }, index) =>
          page(`${index + 10}`, title, above < index ? `${above + 10}` : top),
        )
        const nodes = treeOf(drawn)
        const matching = startMatching(nodes, there, { parentId: top, known: new Map() })
        matching.matchNames()
        const { matches } = matching
        assert.equal(new Set(matches.map(({ node }) => node)).size, matches.length)
        assert.equal(new Set(matches.map((one) => one.page.id)).size, matches.length)
        assert.equal(matching.files().length + matches.length, nodes.length)
        assert.equal(matching.pages().length + matches.length, there.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('texts', () => {
  const words = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ')
  const matchText = (
    files: Readonly<Record<string, string>>,
    pages: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> => {
    const nodes = treeOf(
      Object.fromEntries(Object.keys(files).map((path) => [path, `File ${path}`])),
    )
    const there = Object.keys(pages).map((id) => page(id, `Page ${id}`))
    const matching = startMatching(nodes, there, { parentId: top, known: new Map() })
    matchTexts(matching, {
      files: new Map(nodes.map((node) => [node, files[node.path] ?? ''])),
      pages: new Map(there.map((one) => [one, pages[one.id] ?? ''])),
    })
    return told(matching.matches)
  }

  test('match the most alike, and nothing that is no more alike than the next', () => {
    const same = words(0, 30)
    assert.deepEqual(matchText({ 'a.md': same }, { 10: `${words(0, 25)} x`, 11: words(90, 30) }), {
      'a.md': '10 text',
    })
    assert.deepEqual(matchText({ 'a.md': same }, { 10: same, 11: same }), {})
    assert.deepEqual(matchText({ 'a.md': same, 'b.md': same }, { 10: same }), {})
    assert.deepEqual(matchText({ 'a.md': words(0, 30) }, { 10: words(20, 30) }), {})
    assert.deepEqual(matchText({ 'a.md': 'Too short.' }, { 10: 'Too short.' }), {})
  })

  test('are compared with few pages each, however many there are', () => {
    const count = 3_000
    const texts = Array.from(
      { length: count },
      (_, index) => `${words(index * 30, 30)} the of and to`,
    )
    const files = Object.fromEntries(texts.map((text, index) => [`f${index}.md`, text]))
    const pages = Object.fromEntries(texts.map((text, index) => [`${index + 10}`, text]))
    assert.equal(Object.keys(matchText(files, pages)).length, count)
  })

  test('are the words of bodies, however they nest and whatever is in them', () => {
    const deep = 20_000
    const value = `${'{"content":['.repeat(deep)}{"text":"deep"}${']}'.repeat(deep)}`
    assert.equal(pageText({ format: 'atlas_doc_format', value }), 'deep')
    for (const broken of ['', '{', 'null', '[]', '{"content":5,"text":{}}']) {
      assert.equal(pageText({ format: 'atlas_doc_format', value: broken }), '')
    }
    const storage = '<p>One <b>two</b></p><ac:x a="1">three</ac:x>'
    assert.deepEqual(pageText({ format: 'storage', value: storage }).match(/\w+/g), [
      'One',
      'two',
      'three',
    ])
    assert.equal(pageText({ format: 'storage', value: '<'.repeat(200_000) }).length, 200_000)
  })
})
