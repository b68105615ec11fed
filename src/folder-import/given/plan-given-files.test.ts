/** Files that were given make the pages that they make on a disk. @module */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pageBuilder } from '../content/page-builder.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { checkGivenFiles } from './given-files.ts'
import { planGivenFiles } from './plan-given-files.ts'

const limits = { maxBodyBytes: 2 ** 23, maxMarkdownBytes: 2 ** 20 }
const top = realpathSync(mkdtempSync(join(tmpdir(), 'markport-given-')))
after(() => rmSync(top, { recursive: true }))

const trees: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mkdocs: {
    'mkdocs.yml':
      'site_name: x\nnav:\n  - Start: index.md\n  - More:\n      - b.md\n      - First: a.md\nmarkdown_extensions:\n  - pymdownx.snippets\n',
    'docs/index.md': '# Home\n\n[b](b.md#part) [code](../src/x.py)',
    'docs/a.md': '# A\n\n!!! note\n    text\n\n--8<-- "docs/part.txt"',
    'docs/b.md': '# B\n\n## Part\n\n[gone](gone.md) [up](/)',
    'docs/part.txt': 'Included.',
    'src/x.py': 'pass',
  },
  docusaurus: {
    'docusaurus.config.js': 'module.exports = { baseUrl: "/x/" }',
    'docs/_category_.json': '{"label": "All"}',
    'docs/02-b.md': '---\nsidebar_position: 1\n---\n:::tip\n\n[a](./01-a.md)\n\n:::',
    'docs/01-a.md': '---\ntags: [one]\n---\n# A\n\n[b](/docs/b)',
    'docs/_part.md': 'left out',
  },
  vault: {
    '.obsidian/app.json': '{}',
    'A note.md': '[[Deep/Other|words]] ![[gone.png]]',
    'Deep/Other.md': 'See [[A note]].\nline',
  },
}

for (const [name, files] of Object.entries(trees)) {
  test(`${name}: the same tree, order, texts and notices as on a disk`, async () => {
    const base = join(top, name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true })
      writeFileSync(join(base, path), text)
    }
    const disk = await planFolder({ paths: [base], workingFolder: base })
    const { nodes } = disk.tree
    const urls = nodes.map((_, index) => `https://w/wiki/spaces/X/pages/${index}`)
    const builder = pageBuilder(disk, (node) => urls[nodes.indexOf(node)] ?? 'none', {
      ...limits,
      maxFileBytes: 0,
      keepTitleHeading: false,
    })
    const given = await planGivenFiles(
      Object.entries(files).map(([path, text]) => ({ path, text, bytes: text.length })),
      { name, ...limits },
    )
    assert.deepEqual(
      given.pages.map(({ path, title, parent, position }) => [path, title, parent, position]),
      nodes.map(({ path, title, parent, position }) => {
        return [path, title, parent && nodes.indexOf(parent), position]
      }),
    )
    const contents = await given.build(urls)
    for (const [index, node] of nodes.entries()) {
      const { content, labels = [] } = await builder.build(node)
      assert.deepEqual([contents[index]?.content, contents[index]?.labels], [content, labels])
    }
    assert.ok(given.notices.every(({ path }) => disk.notices.some((one) => one.path === path)))
  })
}

test('reads nothing that was not given', async () => {
  const outside = join(top, 'secret.txt')
  writeFileSync(outside, 'secret')
  const text = `# X\n\n--8<-- "${outside}"\n--8<-- "../secret.txt"\n\n![i](${outside}) [l](../../secret.txt)`
  const files = [
    {
      path: 'mkdocs.yml',
      text: `markdown_extensions:\n  - pymdownx.snippets:\n      base_path: ["${top}", ".."]\n`,
    },
    { path: 'docs/x.md', text },
  ].map((file) => ({ ...file, bytes: file.text.length }))
  const plan = await planGivenFiles(files, { name: 'x', ...limits })
  const [, built] = await plan.build(['https://w/1', 'https://w/2'])
  assert.doesNotMatch(built?.content ?? '', /^secret$/m)
  assert.equal(built?.warnings.filter(({ severity }) => severity === 'lost').length, 4)
})

test('a text that many pages include is not multiplied without end', async () => {
  const included = { path: 'all.txt', text: 'word '.repeat(20_000) }
  const pages = Array.from({ length: 30 }, (_, number) => ({
    path: `docs/${number}.md`,
    text: '# A page\n\n--8<-- "all.txt"\n',
  }))
  const settings = {
    path: 'mkdocs.yml',
    text: 'markdown_extensions:\n  - pymdownx.snippets\n',
  }
  const files = (count: number) =>
    [settings, included, ...pages.slice(0, count)].map((file) => ({
      ...file,
      bytes: file.text.length,
    }))
  const build = async (count: number) => {
    const options = { name: 'x', ...limits, maxBodyBytes: 1024 * 1024 }
    const plan = await planGivenFiles(files(count), options)
    return plan.build(plan.pages.map((_, index) => `https://w/${index}`))
  }
  assert.ok((await build(15)).every(({ problem }) => problem === undefined))
  await assert.rejects(build(30), /too much text to be imported at once/)
})

test('a configuration and front matter of many aliases are bounded', async () => {
  const aliases = Array.from({ length: 3_000 }, (_, at) => `  k${at}: {<<: *a}\n`).join('')
  const text = `a: &a {x: 1}\nextra:\n${aliases}`
  const files = [
    { path: 'mkdocs.yml', text: `docs_dir: .\n${text}`, bytes: text.length },
    { path: 'a.md', text: `---\ntitle: T\n${text}---\nWords.\n`, bytes: text.length },
  ]
  const plan = await planGivenFiles(files, { name: 'x', ...limits })
  assert.deepEqual(
    plan.pages.map(({ title }) => title),
    ['T'],
  )
  const told = plan.notices.find(({ path }) => path === 'mkdocs.yml')
  assert.match(told?.message ?? '', /more than 500 aliases/)
  const [page] = await plan.build(['https://w/1'])
  assert.match(page?.warnings[0]?.message ?? '', /more than 500 aliases/)
})

test('takes only names that a folder can hold', () => {
  const file = { text: 'x', bytes: 1 }
  assert.deepEqual(checkGivenFiles([{ ...file, path: 'a/ü b.md', more: 1 }]), [
    { ...file, path: 'a/ü b.md' },
  ])
  for (const path of ['', '/', 'a//b', '../a', 'a/./b', 'a\u0000', 'a\\b', 'a\nb', '\ud800']) {
    assert.throws(() => checkGivenFiles([{ ...file, path }]), /is no name/, path)
  }
  assert.throws(() =>
    checkGivenFiles([
      { ...file, path: 'e\u0301' },
      { ...file, path: '\u00c9' },
    ]),
  )
})
