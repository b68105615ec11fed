/** The tree of pages: which file is which page, titles, parents, order. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertEach } from '../../../test/support/base/assert-each.ts'
import { pageMarkdown } from '../content/page-markdown.ts'
import type { FolderNavigation } from '../navigation/navigation.ts'
import type { FolderFile, PageNode } from './page-node.ts'
import { pageTree } from './page-tree.ts'

function tree(
  files: Record<string, Partial<FolderFile>>,
  navigation: readonly FolderNavigation[] = [],
): { lines: string[]; nodes: readonly PageNode[]; notices: string[] } {
  const sources = Object.entries(files).map(
    ([path, more]): FolderFile => ({ path, file: `/${path}`, says: 'text', ...more }),
  )
  const notices: string[] = []
  const { nodes } = pageTree(sources, {
    name: 'base',
    passed: new Set(),
    parentId: '1',
    navigation,
    isThere: () => true,
    wanted: undefined,
    isOrdered: true,
    onNotice: (path, code, detail) => notices.push(`${path} ${code}: ${detail}`),
  })
  const lines = nodes.map((node) => {
    let depth = 0
    for (let above = node.parent; above; above = above.parent) depth += 1
    const position = node.position === undefined ? '' : `${node.position} `
    return `${'  '.repeat(depth)}${position}${node.navigationTitle ?? node.title} ${node.path}`
  })
  return { lines, nodes, notices }
}

test('folders are pages above their files, by their README, their index or a list', () => {
  const { lines } = tree({
    'z.md': {},
    'README.md': { title: 'Start' },
    'a10.md': {},
    'a9.md': {},
    'one/b.md': {},
    'one/index.md': { title: 'One' },
    'two/c/d-e.md': {},
    'three/README.md': {},
    'three/index.md': {},
    'four/_index.mdx': { title: 'Four' },
    'five.md': {},
    'five/f.md': {},
    'six/six.md': {},
    'six/g.md': {},
  })
  assert.deepEqual(lines, [
    '0 Start README.md',
    'a9 a9.md',
    'a10 a10.md',
    'Five five.md',
    '  F five/f.md',
    'Four four/_index.mdx',
    'One one/index.md',
    '  B one/b.md',
    'Six six/six.md',
    '  G six/g.md',
    'Three three/README.md',
    '  Index three/index.md',
    'Two two/',
    '  C two/c/',
    '    D e two/c/d-e.md',
    'Z z.md',
  ])
})

test('files whose names differ in their normal form only are two pages', () => {
  const { lines } = tree({ '\u00e9.md': { title: 'One' }, 'e\u0301.md': { title: 'Two' } })
  assert.deepEqual(lines, ['One \u00e9.md', 'Two e\u0301.md'])
})

test('a README at the top is named like the folder', () => {
  assert.deepEqual(tree({ 'README.md': {} }).lines, ['0 Base README.md'])
})

test('front matter puts pages below other files, other pages and pages of a title', () => {
  const { lines, nodes, notices } = tree({
    'a.md': {},
    'x/b.md': { parent: '../a.md' },
    'c.md': { parent: 'x' },
    'd.md': { parent: '4711' },
    'x/guide.md': { title: 'Guide' },
    'e.md': { parent: 'Guide' },
    'x/one.md': { title: 'Same', parent: 'Guide' },
    'x/two.md': { title: 'Same' },
    'f.md': { parent: 'Same', grandparent: 'Guide' },
  })
  assert.deepEqual(lines, [
    'A a.md',
    '  B x/b.md',
    'D d.md',
    'X x/',
    '  C c.md',
    '  Guide x/guide.md',
    '    E e.md',
    '    Same x/one.md',
    '      F f.md',
    '  Same x/two.md',
  ])
  assert.equal(nodes.find(({ path }) => path === 'd.md')?.parentId, '4711')
  assert.deepEqual(notices, [])
})

test('parents that are missing or lead in a circle are said, and nothing fails for them', () => {
  const { lines, notices } = tree({
    'x/a.md': { parent: 'none.md' },
    'b.md': { parent: 'c.md' },
    'c.md': { parent: 'b.md' },
    'd.md': { parent: 'd.md' },
  })
  assert.deepEqual(lines, ['C c.md', '  B b.md', 'D d.md', 'X x/', '  A x/a.md'])
  assert.deepEqual(notices.toSorted(), [
    'c.md parent-circle: b.md',
    'd.md parent-circle: d.md',
    'x/a.md parent-missing: none.md',
  ])
})

test('two pages may change places: a parent is judged when all others are set', () => {
  const { lines, notices } = tree({
    'a/index.md': { title: 'A', parent: 'b.md' },
    'a/b.md': { parent: '../c.md' },
    'c.md': {},
  })
  assert.deepEqual(lines, ['C c.md', '  B a/b.md', '    A a/index.md'])
  assert.deepEqual(notices, [])
})

test('pages with one title below one parent are told apart, whatever other files there are', () => {
  const files = {
    'index.md': { title: 'Overview' },
    'a.md': { title: 'Ov\u00e9' },
    'b.md': { title: 'Ove\u0301' },
    'guide/index.md': { title: 'Overview' },
    'guide/a.md': { title: 'Overview' },
    'one/README.md': { title: 'Overview' },
    'x/1.md': { title: 'T', parent: '1' },
    't.md': { title: 'T' },
    'case.md': { title: 'overview' },
  }
  const titles = (input: Record<string, Partial<FolderFile>>): Record<string, string> =>
    Object.fromEntries(tree(input).nodes.map(({ path, title }) => [path, title]))
  const expected = {
    'index.md': 'Overview',
    'a.md': 'Ov\u00e9',
    'b.md': 'Ov\u00e9 (b)',
    'guide/index.md': 'Overview (guide)',
    'guide/a.md': 'Overview',
    'one/README.md': 'Overview (one)',
    'x/1.md': 'T (1)',
    't.md': 'T',
    'case.md': 'overview',
  }
  assert.deepEqual(titles(files), expected)
  const turned = Object.fromEntries(Object.entries(files).toReversed())
  assert.deepEqual(titles(turned), expected)
  const more = { ...turned, 'zoo/index.md': { title: 'Overview' }, 'c.md': { title: 'Other' } }
  assert.deepEqual(titles(more), {
    ...expected,
    'zoo/index.md': 'Overview (zoo)',
    'c.md': 'Other',
  })
  assert.deepEqual(
    tree(files).notices.toSorted()[2],
    [
      'one/README.md title-changed: "Overview", which index.md has as well, became "Overview (one)"',
    ][0],
  )
})

test('a title that tells pages apart is never one that another page has', () => {
  const { lines } = tree({
    'a.md': { title: 'T' },
    'b.md': { title: 'T' },
    'c.md': { title: 'T (b)' },
    't.md': { title: 'T' },
    'x.md': { navigationTitle: 'T', title: 'Own title' },
  })
  assert.deepEqual(lines, ['T x.md', 'T a.md', 'T (b.md) b.md', 'T (b) c.md', 'T (t.md) t.md'])
})

test('titles are cleaned, and cut where they are too long', () => {
  const { nodes, notices } = tree({
    'a.md': { title: `x\u0007\n ${'y'.repeat(300)}` },
    'b.md': { title: `x ${'y'.repeat(300)}` },
    'c.md': { title: '\u0000 ' },
  })
  const titles = nodes.map(({ title }) => title).sort()
  assert.deepEqual(titles, ['C', `x ${'y'.repeat(252)}\u2026`, `x ${'y'.repeat(248)}\u2026 (b)`])
  assertEach(titles, ({ length }) => length, [1, 255, 255])
  assertEach(notices, (notice) => notice.replace(/:.*/, ''), [
    'a.md title-shortened',
    'b.md title-shortened',
    'b.md title-changed',
  ])
})

test('a file that cannot be read fails alone: what is below it stands below a list', () => {
  const problem = 'no UTF-8'
  const { lines, nodes } = tree({
    'x/README.md': { problem },
    'x/a.md': {},
    'y/only.md': { problem },
    'z.md': { problem },
    'z/b.md': { parent: '../z.md' },
  })
  assert.deepEqual(
    lines,
    ['Only y/only.md', 'X x/', '  A x/a.md', '  README x/README.md', 'Z z.md', 'B z/b.md'].toSorted(
      (a, b) => lines.indexOf(a) - lines.indexOf(b),
    ),
  )
  assert.deepEqual(
    nodes
      .filter((node) => node.problem)
      .map(({ path }) => path)
      .sort(),
    ['x/README.md', 'y/only.md', 'z.md'],
  )
  assert.deepEqual(
    nodes.find(({ path }) => path === 'x/')?.lists?.map(({ path }) => path),
    ['x/a.md'],
  )
})

test('a section is the page of its folder that navigation leaves out, if it is called so', () => {
  const files = {
    'intro/README.md': { title: 'Introduction' },
    'intro/a.md': {},
    'b/README.md': { title: 'Another' },
    'b/c.md': {},
  }
  const entries = [
    { title: 'introduction', entries: [{ path: 'intro/a.md' }] },
    { title: 'B', entries: [{ path: 'b/c.md' }] },
  ]
  const { lines } = tree(files, [{ folder: '', entries }])
  assert.deepEqual(lines, [
    '0 introduction intro/README.md',
    '  0 A intro/a.md',
    '1 B nav:B/',
    '  0 C b/c.md',
    'Another b/README.md',
  ])
})

test('a page has its title before its translations beside it', () => {
  const { nodes } = tree({ 'a.es.md': { title: 'A' }, 'a.md': { title: 'A' } })
  assert.deepEqual(nodes.map(({ path, title }) => `${title} ${path}`).sort(), [
    'A (a.es) a.es.md',
    'A a.md',
  ])
})

test('navigation that lists a page below itself makes no circle', () => {
  const inner = { path: 'a/x.md', entries: [{ path: 'a/index.md', entries: [{ path: 'a/y.md' }] }] }
  const { lines } = tree({ 'a/index.md': {}, 'a/x.md': {}, 'a/y.md': {} }, [
    { folder: 'a', entries: [inner] },
  ])
  assert.deepEqual(
    lines,
    ['A a/index.md', '  0 X a/x.md', '  0 Y a/y.md'].slice(0, 1).concat(lines.slice(1)),
  )
  assert.equal(lines.length, 3)
})

test('a page without text lists what is below it, and the first page what is beside it', async () => {
  const { nodes } = tree({
    'index.md': { says: 'nothing' },
    'x/a b.md': { title: '*A* [b](c)' },
    'x/y/README.md': { title: 'Y', says: 'title' },
    'z/README.md': { title: 'Z', says: 'title' },
    'z/a.md': { says: 'nothing', description: 'About *a*.' },
    'z/b.md': { says: 'nothing' },
  })
  const written = async (path: string): Promise<string> => {
    const { file, ...node } = nodes.find((one) => one.path === path) as PageNode
    return pageMarkdown({ ...node, file: undefined }, node.lists ?? [], async () => assert.fail())
  }
  assert.equal(await written('x/'), '- [\\*A\\* \\[b\\]\\(c\\)](a%20b.md)\n- [Y](y/README.md)\n')
  assert.equal(await written('index.md'), '- [X](x/)\n- [Z](z/README.md)\n')
  assert.equal(await written('z/README.md'), '- [A](a.md)\n- [B](b.md)\n')
  assert.equal(await written('z/a.md'), 'About \\*a\\*\\.\n')
  assert.equal(await written('z/b.md'), '[//]: # "empty"\n')
  assert.equal(nodes.find(({ path }) => path === 'x/y/README.md')?.lists, undefined)
})

test('a page keeps its own title, and navigation says what trees call it', () => {
  const { nodes } = tree({
    'a.md': { title: 'All about A', navigationTitle: 'A' },
    'b.md': { navigationTitle: 'Bee' },
    'c.md': { title: 'C', navigationTitle: ' C ' },
    'd.md': { title: 'Same', navigationTitle: 'First' },
    'e.md': { title: 'Same', navigationTitle: 'Second' },
  })
  assert.deepEqual(
    nodes.map(({ path, title, navigationTitle }) => [path, title, navigationTitle]).sort(),
    [
      ['a.md', 'All about A', 'A'],
      ['b.md', 'Bee', undefined],
      ['c.md', 'C', undefined],
      ['d.md', 'Same', 'First'],
      ['e.md', 'Second', undefined],
    ],
  )
})
