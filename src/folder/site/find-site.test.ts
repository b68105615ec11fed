/** Which site a tree is written for, and where that has its files and addresses. @module */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import type { DialectName } from '../dialects/dialects.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import { findSite, generatorNames } from './find-site.ts'

const top = temporaryFolder()

let trees = 0

function siteOf(
  files: Readonly<Record<string, string>>,
  base = '',
  options: { dialects?: readonly DialectName[]; isRepository?: boolean } = {},
) {
  trees += 1
  const tree = join(top, String(trees))
  const folder = join(tree, base)
  const { isRepository = true, dialects } = options
  for (const [name, text] of Object.entries({
    ...(isRepository ? { '.git/HEAD': '' } : {}),
    ...files,
  })) {
    mkdirSync(dirname(join(tree, name)), { recursive: true })
    writeFileSync(join(tree, name), text)
  }
  const paths = Object.keys(files)
    .filter((name) => name.startsWith(base))
    .map((name) => relative(base, name))
  const repository = isRepository ? tree : folder
  const fileSystem = guardedFiles({
    top: repository,
    named: [],
    allowIgnored: [],
    generatorNames,
  })
  const site = findSite({
    fileSystem,
    base: folder,
    repository,
    paths,
    dialects,
    onRefused: assert.fail,
  })
  const fromTop = (path: string): string => relative(tree, path) || '.'
  return { ...site, folder: fromTop(site.folder), rootFolders: site.rootFolders.map(fromTop) }
}

const configurations: readonly [
  DialectName,
  name: string,
  text: string,
  base: string,
  roots: readonly string[],
  addresses: readonly string[],
][] = [
  [
    'mkdocs',
    'mkdocs.yml',
    'site_url: https://x.org/en/\nmarkdown_extensions:\n  - a: !!python/name:b\n',
    'docs',
    ['docs'],
    ['https://x.org/en/', '/en/'],
  ],
  [
    'mkdocs',
    'mkdocs.yml',
    'docs_dir: d\nsite_url: !ENV READTHEDOCS_CANONICAL_URL\nrepo_url: https://github.com/o/My-app\n',
    'd',
    ['d'],
    [],
  ],
  ['mdbook', 'book.toml', '[book]\nsrc = "text"\n', 'text', ['text'], []],
  ['mdbook', 'book.toml', '[output.html]\nsite-url = "/b/"\n', 'src', ['src'], ['/b/']],
  [
    'docusaurus',
    'website/docusaurus.config.ts',
    "export default {\n  // url: 'https://no.org',\n  url: 'https://x.org', baseUrl: `/p/`,\n  presets: [['classic', { docs: { path: '../docs', routeBasePath: 'guide' } }]],\n}\n",
    'docs',
    ['docs', 'website/static', 'website/src/pages', 'website'],
    [
      'https://x.org/p/guide/',
      '/p/guide/',
      'https://x.org/p/guide/next/',
      '/p/guide/next/',
      'https://x.org/p/',
      '/p/',
    ],
  ],
  [
    'vitepress',
    'docs/.vitepress/config.mts',
    "export default { base: '/v/', rewrites: { 'en/:rest*': ':rest*' } }",
    'docs/fa',
    ['docs/fa', 'docs', 'docs/en', 'docs/public'],
    ['/v/'],
  ],
  [
    'hugo',
    'config/_default/hugo.toml',
    'baseURL = "https://x.org/d"\n[languages.de]\ncontentDir = "inhalt"\n',
    'inhalt',
    ['inhalt', 'content', 'inhalt/en', 'content/en', 'static', 'assets'],
    ['https://x.org/d/', '/d/'],
  ],
  [
    'hugo',
    'hugo.yaml',
    'baseURL: /docs/\n',
    'content/de/a',
    ['content/de', 'content', 'content/de/en', 'content/en', 'static', 'assets', 'content/de/a'],
    ['/docs/'],
  ],
  [
    'jekyll',
    '_config.yml',
    'url: https://x.org\nbaseurl: /b\n',
    'docs',
    ['.', 'docs'],
    ['https://x.org/b/', '/b/'],
  ],
  ['gitbook', '.gitbook.yaml', 'root: ./docs/\n', 'docs', ['docs'], []],
  ['gitbook', 'book.json', '{"root": "."}', 'a', ['.', 'a'], []],
  [
    'mdc',
    'content.config.ts',
    "import { defineContentConfig } from '@nuxt/content'",
    'content',
    ['content', '.', 'public'],
    [],
  ],
  ['obsidian', '.obsidian/app.json', '{}', 'a', ['.', 'a'], []],
  ['docfx', 'docfx.json', '{}', 'a', ['.', 'a'], []],
  ['docsify', 'docs/index.html', 'window.$docsify = {}', 'docs', ['docs'], []],
  [
    'starlight',
    'astro.config.mjs',
    "const site = 'https://x.org'\nexport default defineConfig({ site, base: '/docs' })",
    'src/content/docs',
    ['src/content/docs', 'public', 'src/content', '.'],
    ['https://x.org/docs/', '/docs/'],
  ],
  ['mdx', 'docs/docs.json', '{ "navigation": [] }', 'docs', ['docs'], []],
]

test('reads the configuration of every generator', async (t) => {
  for (const [dialect, name, text, base, roots, addresses] of configurations) {
    await t.test(`${dialect}: ${name}`, () => {
      const site = siteOf({ [name]: text, [`${base}/a.md`]: 'a' }, base)
      assert.deepEqual(site.dialects, [dialect])
      assert.equal(
        site.configFile?.endsWith(name.split('/')[0] === '.obsidian' ? '.obsidian' : name),
        true,
      )
      assert.deepEqual(site.rootFolders, roots)
      assert.deepEqual(site.addresses, addresses)
    })
  }
})

test('takes the nearest configuration that speaks of the tree', () => {
  const files = { 'mkdocs.yml': '', 'book/book.toml': '', 'book/src/a.md': 'a', 'x/a.md': 'a' }
  assert.deepEqual(siteOf(files, 'book/src').dialects, ['mdbook'])
  assert.deepEqual(siteOf(files, 'x').dialects, [])
  assert.deepEqual(siteOf({ 'index.html': '<p>a</p>', 'a.md': 'a' }).dialects, [])
  assert.deepEqual(siteOf({ 'config.toml': 'a = 1', 'content/a.md': 'a' }, 'content').dialects, [])
})

test('knows which sites show line ends', () => {
  const settings = '.obsidian/app.json'
  const keeps = (files: Readonly<Record<string, string>>): boolean => siteOf(files).keepsLines
  assert.equal(keeps({ [settings]: '{}', 'a.md': 'a' }), true)
  assert.equal(keeps({ '.obsidian/core-plugins.json': '[]', 'a.md': 'a' }), true)
  assert.equal(keeps({ [settings]: '{"strictLineBreaks": true}', 'a.md': 'a' }), false)
  assert.equal(keeps({ 'a.md': 'see [[b]]' }), false)
  assert.equal(keeps({ 'mkdocs.yml': 'markdown_extensions: [nl2br]', 'docs/a.md': 'a' }), true)
  assert.equal(keeps({ 'mkdocs.yml': 'markdown_extensions: [toc]', 'docs/a.md': 'a' }), false)
})

test('looks a few folders above a tree without a repository, and takes that for its bounds', () => {
  const files = { 'mkdocs.yml': 'docs_dir: a', 'a/b/c/d/x.md': 'a' }
  const options = { isRepository: false }
  assert.equal(siteOf(files, 'a/b/c', options).folder, '.')
  assert.equal(siteOf(files, 'a/b/c/d', options).folder, 'a/b/c/d')
  assert.equal(siteOf(files, 'a/b/c/d').folder, '.')
})

test('knows trees without a configuration by their files', () => {
  const hugo = siteOf(
    { 'content/en/_index.md': 'a', 'content/en/docs/_index.md': 'a' },
    'content/en/docs',
  )
  assert.deepEqual(hugo.dialects, ['hugo'])
  assert.deepEqual(hugo.rootFolders.slice(0, 2), ['content/en', 'content'])
  assert.deepEqual(siteOf({ 'a/_category_.json': '{}', 'a/b.md': 'a' }).dialects, ['docusaurus'])
  assert.deepEqual(siteOf({ 'a/toc.yml': '', 'a/b.md': 'a' }).dialects, ['docfx'])
})

test('knows the wikis of Azure DevOps, which start at the outermost folder that is in order', () => {
  const files = { 'wiki/.order': 'A', 'wiki/A.md': 'a', 'wiki/A/.order': 'B', 'wiki/A/B.md': 'b' }
  for (const base of ['wiki', 'wiki/A']) {
    const { dialects, rootFolders } = siteOf(files, base)
    assert.deepEqual([dialects, rootFolders[0]], [['azure'], 'wiki'])
  }
  const { titleOf } = siteOf(files, 'wiki')
  assert.equal(titleOf('How-to-set%2Dup%3F.md'), 'How to set-up?')
  assert.equal(titleOf('100%-done.md'), '100% done')
  assert.equal(titleOf('README.md'), undefined)
})

test("knows the wikis of GitHub, and their address by the menu's links to pages that are here", () => {
  const wiki = 'https://github.com/acme/boats/wiki/'
  const other = 'https://github.com/acme/ships/wiki/'
  const menu = `[A](${wiki}A)\n[B b](${wiki}B-b#c)\n[A](${other}A)\n[C](${other}C)`
  const site = siteOf({ '_Sidebar.md': menu, 'A.md': 'a', 'B-b.md': 'b' })
  assert.deepEqual([site.dialects, site.addresses], [['gollum'], [wiki]])
  assert.equal(site.titleOf('x/Getting-Started.md'), 'Getting Started')
  assert.ok(site.isFolderPage('Home.md') && site.isPart('_Footer.md'))
  assert.deepEqual(siteOf({ 'Home.md': '', 'a.md': '' }).dialects, ['gollum'])
  assert.deepEqual(siteOf({ 'a/Home.md': '', 'a.md': '' }).dialects, [])
  assert.deepEqual(siteOf({ 'Home.md': '[[Words|a]]', 'a.md': '' }).dialects, ['gollum'])
})

test('knows a vault that has a page as wikis have by what its pages say', () => {
  for (const home of ['[[a|Words]]', '![[a]] and [[a]]', '[[a]] is ==marked==', '[[a]] %%b%%']) {
    assert.deepEqual(siteOf({ 'Home.md': home, 'a.md': '' }).dialects, ['obsidian'], home)
  }
})

test('knows trees without a configuration by what is said outside code, the most frequent first', () => {
  const seen = siteOf({
    'a.md': 'see [[b]] and\n\n!!! note\n    x',
    'b.md': 'see [[a|A]], not {{< x >}}',
    'c.md': '```\n{% hint %}\n```\n`{{#include x}}`',
  })
  assert.deepEqual(seen.dialects, ['mkdocs', 'hugo', 'obsidian'])
  assert.equal(
    seen.readAs,
    'mkdocs, hugo, obsidian (by syntax in files: mkdocs 1/3, hugo 1/3, obsidian 2/3)',
  )
  const react = siteOf({ 'a.md': '## A b {/*a-b*/}', 'b.md': '<Intro>\n\na\n\n</Intro>' })
  assert.deepEqual(react.dialects, ['mdx'])
  const silent = siteOf({ 'a.md': 'a', 'b/c.md': '# c' })
  assert.deepEqual(silent.dialects, [])
})

test('takes no site for one that another generator makes, whose files are called the same', () => {
  for (const [name, text] of [
    ['_config.yml', 'title: a\nnew_post_name: :title.md\n'],
    ['config.toml', 'base_url = "/"\n'],
    ['next.config.js', "const withMarkdoc = require('@markdoc/next.js')"],
  ] as const) {
    assert.deepEqual(siteOf({ [name]: text, 'a.md': '{% a %}' }).dialects, [])
  }
})

test('asks for a share of the files, and takes no titles from what only some show', () => {
  const plain = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`${index}.md`, `# Title ${index}`]),
  )
  const strays = { 'a.md': 'see [[b]]', 'c.md': '[[d]](e) [[_TOC_]] `[[f]]`', 'g.md': '[[toc]]' }
  assert.deepEqual(siteOf({ ...plain, ...strays }).dialects, [])
  assert.match(siteOf({ ...plain, ...strays }).readAs, /^github \(no configuration of a site/)
  assert.deepEqual(siteOf({ ...plain, 'a.md': '!!! note' }).dialects, [])
  const groups = { 'a.md': '::: code-group', 'b.md': '::: code-group' }
  assert.deepEqual(siteOf({ ...plain, ...groups }).dialects, ['vitepress'])
  const links = siteOf({ 'a.md': '# Title\n\n[[b]]' })
  assert.deepEqual([links.dialects, links.titleOf('a.md')], [['obsidian'], undefined])
  assert.equal(siteOf({ '.obsidian/app.json': '{}', 'a.md': '' }).titleOf('a.md'), 'a')
  assert.equal(siteOf({ 'a.md': '' }, '', { dialects: ['obsidian'] }).titleOf('a.md'), 'a')
})

test('believes what the user says', () => {
  const files = { 'mkdocs.yml': '', 'docs/_index.md': 'a' }
  assert.deepEqual(siteOf(files, 'docs', { dialects: ['github'] }).rootFolders, ['docs'])
  const hugo = siteOf({ 'content/a.md': 'a' }, 'content', { dialects: ['hugo', 'obsidian'] })
  assert.deepEqual(hugo.dialects, ['hugo', 'obsidian'])
  assert.ok(hugo.rootFolders.includes('static'))
})

test('bounds the mounts of Hugo', () => {
  const mounts = ['content', 'content/x'].flatMap((target) =>
    Array.from({ length: 3_000 }, (_, index) => ({ source: `s${index}`, target })),
  )
  const config = JSON.stringify({ baseURL: 'https://x.org', module: { mounts } })
  const site = siteOf({ 'hugo.json': config, 'content/_index.md': '' }, 'content')
  assert.ok(site.rootFolders.length < 1_000)
  assert.ok(site.mounts.length <= 100)
})
