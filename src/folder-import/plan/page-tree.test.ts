/** The tree of pages: folders, titles, parents, and what is found before anything is sent. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageMarkdown } from '../content/page-markdown.ts'
import type { PageNode, SourceFile } from './page-node.ts'
import { pageTree } from './page-tree.ts'

function tree(files: Record<string, Partial<SourceFile>>): {
  lines: string[]
  nodes: readonly PageNode[]
} {
  const sources = Object.entries(files).map(([path, more]) => ({
    path,
    file: `/${path}`,
    title: undefined,
    parent: undefined,
    ...more,
  }))
  const { nodes } = pageTree(sources, { name: 'base', parentId: '1' })
  const lines = nodes.map((node) => {
    let depth = 0
    for (let above = node.parent; above; above = above.parent) depth += 1
    return `${'  '.repeat(depth)}${node.title} ${node.path}`
  })
  return { lines, nodes }
}

test('folders are pages above their files, by their README, their index or a list', () => {
  const { lines } = tree({
    'z.md': {},
    'README.md': { title: 'Start' },
    'a10.md': {},
    'a9.md': {},
    'one/b.md': {},
    'one/index.md': { title: 'One' },
    'two/c/d.md': {},
    'three/README.md': {},
    'three/index.md': {},
  })
  assert.deepEqual(lines, [
    'Start README.md',
    'a9 a9.md',
    'a10 a10.md',
    'One one/index.md',
    '  b one/b.md',
    'three three/README.md',
    '  index three/index.md',
    'two two/',
    '  c two/c/',
    '    d two/c/d.md',
    'z z.md',
  ])
})

test('a README at the top is named like the folder', () => {
  assert.deepEqual(tree({ 'README.md': {} }).lines, ['base README.md'])
})

test('front matter puts pages below other files and other pages', () => {
  const { lines, nodes } = tree({
    'a.md': {},
    'x/b.md': { parent: '../a.md' },
    'c.md': { parent: 'x' },
    'd.md': { parent: '4711' },
  })
  assert.deepEqual(lines, ['a a.md', '  b x/b.md', 'd d.md', 'x x/', '  c c.md'])
  assert.equal(nodes.find(({ path }) => path === 'd.md')?.parentId, '4711')
})

function problems(files: Record<string, Partial<SourceFile>>): string[] {
  return tree(files).nodes.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [`${path}: ${problem.outcome}: ${problem.message}`],
  )
}

test('finds titles that clash, in any normal form', () => {
  const found = problems({
    'a.md': { title: 'é' },
    'b.md': { title: 'e\u0301' },
    'x/c.md': { title: 'é' },
  })
  assert.deepEqual(found, [
    'a.md: conflict: The title "é" is also that of b.md, below the same page. Change one, by its heading or by `title` in its front matter.',
    'b.md: conflict: The title "e\u0301" is also that of a.md, below the same page. Change one, by its heading or by `title` in its front matter.',
  ])
  assert.equal(problems({ 'a.md': { title: 'T' }, 'b.md': { title: 'T', parent: '1' } }).length, 2)
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.md`, { title: 'T' }]))
  assert.match(problems(many)[0] ?? '', /also that of 2\.md, 3\.md, 4\.md and 2 more,/)
})

test('finds parents that are missing or lead in a circle, and titles that are too long', () => {
  assert.match(
    problems({ 'a.md': { parent: 'none.md' } })[0] ?? '',
    /a\.md: failed: `parent: none\.md` names no file/,
  )
  const circle = problems({ 'a.md': { parent: 'b.md' }, 'b.md': { parent: 'a.md' } })
  assert.match(circle.join(), /^a\.md: conflict: Its `parent` leads back to itself\.[^,]*$/)
  assert.match(
    problems({ 'a.md': { title: 'x'.repeat(256) } })[0] ?? '',
    /has 256 characters, and at most 255/,
  )
})

test('lists the pages below a folder, whatever their names', async () => {
  const { nodes } = tree({ 'x/a b.md': { title: '*A* [b](c)' }, 'x/y/README.md': { title: 'Y' } })
  const folder = nodes.find(({ path }) => path === 'x/') as PageNode
  assert.equal(
    await pageMarkdown(folder, [], 1_000),
    '- [\\*A\\* \\[b\\]\\(c\\)](<a%20b.md>)\n- [Y](<y/README.md>)\n',
  )
})
