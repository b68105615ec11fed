/** Where links and images of likenesses of real sites lead: to pages, to their source, or nowhere. @module */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import type { Address } from '../../convert/addresses/address.ts'
import { readDocument } from '../documents/read-document.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { addressResolver } from './address-resolver.ts'

const top = temporaryFolder()

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const source = 'https://forge.example/o/r/blob/main/'

interface Likeness {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly base?: string
  readonly withoutSource?: true
  readonly leads: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Make files whose content does not matter. */
function plain(...lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(listed(...lines).map((path) => [path, 'a']))
}

const likenesses: readonly Likeness[] = [
  {
    name: 'files as GitHub shows them',
    files: {
      ...plain('README.md¦a/b.md¦a/c d.markdown¦a/README.md¦a/Üb.md¦list/x.md¦src/main.ts'),
    },
    leads: {
      'a/b.md': {
        '../README.md': 'README.md',
        '../README.md?x=1': 'README.md',
        '?x=1': 'a/b.md',
        './': 'a/README.md',
        '../list/': 'list/',
        'c%20d.markdown': 'a/c d.markdown',
        'c d': 'a/c d.markdown',
        'u%CC%88b.md': 'a/Üb.md',
        '/a/b.md': 'a/b.md',
        'B.MD': 'a/b.md',
        '../src/main.ts#L10': `${source}src/main.ts#L10`,
        '../src/': 'https://forge.example/o/r/tree/main/src',
        'c d#L3': `${source}a/c%20d.markdown#L3`,
        'b.md#x': '#x',
        'gone.md': 'link-missing',
        'docs/c d.md': 'link-missing',
        'docs/list/x': 'link-missing',
        '/docs/list/x': 'list/x.md',
        '/docs/{{version}}/a/b': 'a/b.md',
        '/docs/%3CVERSION%3E/gone': 'link-missing',
        '../../gone.md': 'link-outside',
        'https://x.org/a/b.md': 'keep',
      },
    },
  },
  {
    name: 'MDX of a site without a configuration that is known',
    files: { 'src/content/a.md': '## A {/*a*/}', 'public/b.json': '{}', 'static/c.json': '{}' },
    base: 'src/content',
    leads: {
      'a.md': { '/b.json': `${source}public/b.json`, '/c.json': `${source}static/c.json` },
    },
  },
  {
    name: 'pages of a site that is imported in part',
    base: 'content/en/docs/v2',
    files: {
      ...plain('content/en/_index.md¦content/en/docs/v1/b.md¦content/en/docs/v2/a.md'),
      'hugo.toml': 'baseURL = "https://x.org/"\n',
    },
    leads: {
      'a.md': {
        '/docs/v1/b': `${source}content/en/docs/v1/b.md`,
        '/docs/v1/b/': `${source}content/en/docs/v1/b.md`,
        '../v1/b.html': `${source}content/en/docs/v1/b.md`,
        '/docs/v1/gone/': 'https://x.org/docs/v1/gone/',
      },
    },
  },
  {
    name: 'files whose source nobody can see',
    withoutSource: true,
    files: { 'a.md': 'a', 'b.txt': 'b' },
    leads: { 'a.md': { 'b.txt': 'link-outside', '/b.txt': 'link-outside' } },
  },
  {
    name: 'names that several files fit',
    files: {
      ...plain('a.md¦x/Foo.md¦x/fOO.md¦01-n/1-s.md¦02-m/2-s.md'),
    },
    leads: {
      'a.md': {
        'x/foo.md': 'link-missing',
        'x/Foo.md': 'x/Foo.md',
        s: 'link-missing',
        'n/s': '01-n/1-s.md',
      },
    },
  },
  {
    name: 'MkDocs',
    base: 'docs',
    files: {
      ...plain(
        'docs/index.md¦docs/guide/index.md¦docs/guide/a.md¦docs/guide/b.md',
        'docs/guide/b.yaml¦other.md',
      ),
      'mkdocs.yml': 'site_url: https://x.org/en/stable/\n',
    },
    leads: {
      'guide/a.md': {
        'b.md': 'guide/b.md',
        '../b/': 'guide/b.md',
        '../../': 'index.md',
        '/guide/b/': 'guide/b.md',
        'b.html': 'guide/b.md',
        'index.html': 'guide/index.md',
        'https://x.org/en/stable/guide/b/': 'guide/b.md',
        'https://x.org/en/stable': 'index.md',
        'https://x.org/en/stable/gone/': 'keep',
        '/en/stable/guide/b/': 'guide/b.md',
        './b.yaml': `${source}docs/guide/b.yaml`,
        '../../other.md': `${source}other.md`,
      },
      'guide/index.md': { 'a/': 'guide/a.md' },
    },
  },
  {
    name: 'Hugo',
    base: 'content/en',
    files: {
      ...plain(
        'content/en/_index.md¦content/en/docs/_index.md¦content/en/docs/v1/op/a.md',
        'content/en/docs/v1/op/My Page.md¦content/en/docs/v1/b.md',
      ),
      'hugo.toml': 'baseURL = "https://x.org/"\n',
      'content/en/docs/v1/op/b.md': '---\nslug: bee\naliases: [/old/b, older]\n---\n',
      'content/en/docs/v1/c.md': '---\nurl: /special/\n---\n',
      'static/f.json': '{}',
    },
    leads: {
      'docs/v1/op/a.md': {
        '../b/': 'docs/v1/op/b.md',
        '../../b': 'docs/v1/b.md',
        'b.md': 'docs/v1/op/b.md',
        '../b.md': 'docs/v1/b.md',
        '/docs/v1/b/': 'docs/v1/b.md',
        '/en/docs/v1/b/': 'docs/v1/b.md',
        '../bee/': 'docs/v1/op/b.md',
        '/old/b/': 'docs/v1/op/b.md',
        '/special': 'docs/v1/c.md',
        '../my-page/': 'docs/v1/op/My Page.md',
        '/docs/': 'docs/_index.md',
        '/f.json': `${source}static/f.json`,
        '/gone/?x#y': 'https://x.org/gone/#y',
        '/gone.md': 'link-missing',
        'gone/': 'link-missing',
      },
    },
  },
  {
    name: 'Docusaurus',
    base: 'docs',
    files: {
      ...plain(
        'docs/01-intro.md¦docs/02-guide/01-start.mdx¦docs/02-guide/01-start.md',
        'website/static/a.zip',
      ),
      'website/docusaurus.config.js':
        "module.exports = { url: 'https://x.org', baseUrl: '/', docs: { path: '../docs' } }",
      'docs/02-guide/_category_.json': '{}',
      'docs/02-guide/2-more.md': '---\nslug: /further\n---\n',
      'docs/02-guide/3-id.md': '---\nid: own-name\n---\n',
    },
    leads: {
      '02-guide/01-start.md': {
        '../01-intro.md': '01-intro.md',
        '../intro': '01-intro.md',
        '/docs/guide/start': '02-guide/01-start.md',
        'https://x.org/docs/guide/own-name#x': 'anchor',
        '/docs/further': '02-guide/2-more.md',
        '/docs/guide/own-name': '02-guide/3-id.md',
        '@site/static/a.zip': `${source}website/static/a.zip`,
        '/a.zip': `${source}website/static/a.zip`,
      },
    },
  },
  {
    name: 'VitePress with languages',
    base: 'docs/en',
    files: {
      ...plain('docs/en/guide/a.md¦docs/en/ref/b.md¦docs/fa/ref/b.md¦docs/public/pure.html'),
      'docs/.vitepress/config.ts': "export default { rewrites: { 'en/:rest*': ':rest*' } }",
    },
    leads: {
      'guide/a.md': {
        '../ref/b': 'ref/b.md',
        '../ref/b.html': 'ref/b.md',
        '/ref/b': 'ref/b.md',
        '/en/ref/b': 'ref/b.md',
        '/fa/ref/b.md': `${source}docs/fa/ref/b.md`,
        '/pure.html': `${source}docs/public/pure.html`,
        '../../b': 'link-missing',
      },
    },
  },
  {
    name: 'Docusaurus below an address of its own',
    files: {
      ...plain('docs/a.md'),
      'docusaurus.config.js': "module.exports = { url: 'https://x.org', baseUrl: '/p/' }",
    },
    leads: {
      'docs/a.md': { '/gone': 'https://x.org/p/gone', '/p/gone': 'https://x.org/p/gone' },
    },
  },
  {
    name: 'Hugo with pages that one language lacks',
    files: {
      ...plain('content/en/a/b.md¦content/fr/a.md¦content/fr/b/c.md'),
      'hugo.toml':
        "[languages.en]\ncontentDir = 'content/en'\n[languages.fr]\ncontentDir = 'content/fr'\n",
    },
    leads: { 'content/fr/a.md': { './b/': 'content/en/a/b.md' } },
  },
  {
    name: 'files of one language and of either ending',
    files: plain('a.fr.mdx¦b.fr.mdx¦b.fr.md'),
    leads: { 'a.fr.mdx': { 'b.mdx': 'b.fr.mdx', 'b.md': 'b.fr.md', b: 'b.fr.md' } },
  },
  {
    name: 'Next.js, whose folders have no slash at their end',
    files: { ...plain('app/a/page.mdx¦app/b/page.mdx'), 'next.config.mjs': '' },
    leads: { 'app/a/page.mdx': { './b': 'app/b/page.mdx', '../b': 'app/b/page.mdx' } },
  },
  {
    name: 'a site whose folders only order its pages',
    base: 'svelte/documentation/docs',
    files: {
      ...plain(
        'svelte/documentation/docs/01-intro/01-overview.md',
        'svelte/documentation/docs/02-runes/02-$state.md',
        'svelte/documentation/docs/98-reference/20-svelte.md',
      ),
    },
    leads: {
      '01-intro/01-overview.md': {
        $state: '02-runes/02-$state.md',
        '/docs/svelte/$state': '02-runes/02-$state.md',
        'svelte#untrack': 'anchor',
        '../kit': 'link-missing',
        '/docs/kit/$state': 'link-missing',
        '/tutorial': 'link-missing',
      },
    },
  },
  {
    name: 'Jekyll',
    files: {
      '_config.yml': 'baseurl: /lib\n',
      'docs/a.md': '---\npermalink: /manual/first.html\n---\n',
      'docs/b.md': 'a',
    },
    leads: {
      'docs/b.md': {
        '/lib/docs/a': 'docs/a.md',
        '/manual/first.html': 'docs/a.md',
        '/lib/manual/first': 'docs/a.md',
        '../a/': 'docs/a.md',
      },
    },
  },
  {
    name: 'Jekyll whose pages are folders',
    files: {
      ...plain('a.md¦b.md¦de/a.md¦de/b.md'),
      '_config.yml': 'permalink: pretty\n',
    },
    leads: { 'de/b.md': { '../a/': 'de/a.md', 'a.md': 'de/a.md', '../../b/': 'b.md' } },
  },
  {
    name: 'mdBook',
    base: 'src',
    files: { 'book.toml': '', 'src/a.md': 'a', 'src/a/b.md': 'a', 'src/README.md': 'a' },
    leads: {
      'a/b.md': { '../a.html': 'a.md', '../index.html': 'README.md', '/a/b.html': 'a/b.md' },
      'a.md': { 'a/b.md': 'a/b.md', '../a.md': 'link-missing' },
    },
  },
  {
    name: 'GitBook',
    base: 'docs',
    files: { '.gitbook.yaml': 'root: ./docs/', 'docs/a/README.md': 'a', 'docs/b.md': 'a' },
    leads: { 'b.md': { 'a/': 'a/README.md', a: 'a/README.md', '/a/README.md': 'a/README.md' } },
  },
  {
    name: 'Obsidian',
    files: {
      ...plain('Start.md¦Notes/Deep/One.md¦Files/x.pdf'),
      '.obsidian/app.json': '{}',
    },
    leads: {
      'Start.md': {
        'One.md': 'Notes/Deep/One.md',
        One: 'Notes/Deep/One.md',
        'x.pdf': `${source}Files/x.pdf`,
      },
    },
  },
  {
    name: 'DocFX',
    files: {
      ...plain('a/b.md¦c/d.md'),
      'docfx.json':
        '{"build": {"globalMetadata": {"breadcrumb_path": "/us/it/breadcrumb/toc.json"}}}',
    },
    leads: {
      'c/d.md': {
        '~/a/b.md': 'a/b.md',
        '../A/B.md': 'a/b.md',
        '/us/it/a/b': 'a/b.md',
        '/other/e': 'https://learn.microsoft.com/other/e',
      },
    },
  },
  {
    name: 'a wiki of Azure DevOps',
    files: {
      ...plain('How-to.md¦How-to/Set%2Dup.md¦.attachments/plan (1).pdf'),
      '.order': 'How-to',
      'How-to/.order': 'Set%2Dup',
    },
    leads: {
      'How-to/Set%2Dup.md': {
        '/How-to/Set%252Dup#x': '#x',
        './Set%252Dup': 'How-to/Set%2Dup.md',
        '/How%20to': 'How-to.md',
        '/.attachments/plan%20(1).pdf': `${source}.attachments/plan%20(1).pdf`,
      },
    },
  },
  {
    name: 'a wiki of GitHub',
    files: {
      ...plain('A-b.md¦C.md¦pages/D.md'),
      '_Sidebar.md':
        '[a](https://forge.example/o/r/wiki/A-b) [c](https://forge.example/o/r/wiki/C)',
    },
    leads: {
      'C.md': {
        'a-b': 'A-b.md',
        D: 'pages/D.md',
        'https://forge.example/o/r/wiki/A-b': 'A-b.md',
        'https://forge.example/o/other/wiki/A-b': 'keep',
      },
    },
  },
]

test('links lead where they lead on their site', async (t) => {
  for (const likeness of likenesses) {
    await t.test(likeness.name, async () => {
      const resolve = await resolverOf(likeness)
      for (const [file, addresses] of Object.entries(likeness.leads)) {
        for (const [written, expected] of Object.entries(addresses)) {
          assert.equal(await resolve(file, `[a](<${written}>)`), expected, `${file}: ${written}`)
        }
      }
    })
  }
})

test('an address may be as long as a page, and costs its length', async () => {
  const resolve = await resolverOf({ name: 'long', files: plain('a.md'), leads: {} })
  const started = performance.now()
  for (const part of ['a/', '/index', '.md']) {
    assert.equal(await resolve('a.md', `[a](<${part.repeat(20_000)}y>)`), 'link-missing', part)
  }
  assert.ok(performance.now() - started < 10_000)
})

test('images are found where their site finds them', async () => {
  const resolve = await resolverOf({
    name: 'images',
    base: 'content/en',
    files: {
      'hugo.yaml': 'baseURL: https://x.org/\n',
      'content/en/_index.md': 'a',
      'content/en/docs/a.md': 'a',
      'content/en/docs/img/a.gif': '',
      'static/logo.gif': '',
      'static/docs/deep.gif': '',
      '../outside.gif': '',
    },
    leads: {},
  })
  for (const [written, expected] of [
    ['img/a.gif', 'data'],
    ['../img/a.gif', 'data'],
    ['/logo.gif', 'data'],
    ['https://x.org/logo.gif', 'data'],
    ['deep.gif', 'data'],
    ['https://x.org/gone.gif', 'keep'],
    ['https://y.org/logo.gif', 'keep'],
    ['/gone.gif', 'image-missing'],
    ['../../../../outside.gif', 'image-outside'],
    ['../../../../../gone.gif', 'image-outside'],
  ] as const) {
    assert.equal(await resolve('docs/a.md', `![a](${written})`), expected, written)
    assert.equal(await resolve('docs/a.md', `<img src="${written}">`), expected, written)
    assert.equal(await resolve('docs/a.md', `![a][x]\n\n[x]: ${written}`), expected, written)
  }
})

let trees = 0

async function resolverOf({ files, base = '', withoutSource }: Likeness) {
  trees += 1
  const tree = join(top, String(trees), 'repository')
  for (const [name, text] of Object.entries({ '.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(tree, name)), { recursive: true })
    writeFileSync(join(tree, name), text === '' ? pixel : text)
  }
  const folder = join(tree, base)
  const shown = withoutSource ? {} : { sourceUrl: source }
  const plan = await planFolder({ paths: [folder], workingFolder: folder, ...shown })
  const targets = {
    urlOf: ({ path }: { readonly path: string }) => `http://w/${path}`,
    findHeading: async () => undefined,
  }
  const resolveAddress = addressResolver(plan, targets, {
    maxBodyBytes: 1_000_000,
    maxFileBytes: 0,
  })
  return async (file: string, markdown: string): Promise<string> => {
    const node = plan.tree.byPath.get(file)
    assert.ok(node, file)
    const resolution = await resolveAddress(node, readDocument(markdown).addresses[0] as Address)
    if (resolution.to !== 'replace') {
      return resolution.to === 'keep' ? (resolution.notice?.code ?? 'keep') : resolution.to
    }
    if (resolution.notice?.code === 'anchor-missing') return 'anchor'
    return resolution.url.startsWith('data:') ? 'data' : resolution.url.replace(/^http:\/\/w\//, '')
  }
}
