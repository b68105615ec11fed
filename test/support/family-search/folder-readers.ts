/** What the import of folders reads beside Markdown, and the plan of many files. @module */
import { parseMarkdown } from '../../../src/convert/parse-markdown.ts'
import { pageBuilder } from '../../../src/folder/content/page-builder.ts'
import { fileWatch } from '../../../src/folder/documents/file-watch.ts'
import { readDocument } from '../../../src/folder/documents/read-document.ts'
import { isIgnored, parseIgnoreRules } from '../../../src/folder/files/ignore-rules.ts'
import { DocumentError } from '../../../src/folder/files/read-failure.ts'
import { sourceSettings } from '../../../src/folder/folder-options.ts'
import { planTree } from '../../../src/folder/plan/plan-tree.ts'
import { takeEdits } from '../../../src/folder/pull/take-edits.ts'
import { writePageText } from '../../../src/wiki/export/page-text.ts'
import { givenFileSystem } from '../folders/given-file-system.ts'
import { type FamilyReader, tokensOf } from './growth.ts'

const fileMark = '\u241c'
const yaml = tokensOf([
  'title: "A"',
  "order: 1\ntags: [a, 'b']",
  'nav:\n  - A: a.md\n  - b.md',
  '? a\n: &x *x !!str |\n  b',
  '{a: [b, {c: d}]}',
  '<<: *a #',
])
const program = tokensOf([
  "export default { sidebar: [{ text: 'A', link: '/a' }] }",
  'const a = [b, ...c], `x$` // z\n/* w */',
  'module.exports = {docs: ["a", {type: "category", label: "B", items: [c]}]};',
  '\\" \\\\ (a => b)(c) /r\\/x/g',
])
const pages = [`${fileMark}a№.md\n# A\n`, `${fileMark}b/№/c.md\n`, `${fileMark}d№/index.md\nw\n`]

function ignored(text: string): boolean {
  try {
    return isIgnored([{ folder: '/x', rules: parseIgnoreRules(text) }], '/x/a/b/c.md', false)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return true
  }
}

export const folderReaders: Readonly<Record<string, FamilyReader>> = {
  yaml: frontMatter(yaml, (text) => `---\n${text}\n---\n\nA`),
  toml: frontMatter(
    tokensOf(['a = "b"', '[a.b]\nc = [1, {d = 2}]', "x = '''\ny'''", '[[a]]\n# b']),
    (text) => `+++\n${text}\n+++\n\nA`,
  ),
  json: frontMatter(
    tokensOf(['{"a": ["b\\"", 1e5, {"c": null}]}', '{', '"']),
    (text) => `{${text}`,
  ),
  gitignore: {
    tokens: tokensOf(['*.md\n', '!a/**/b\n', '/a/\n', '[a-z]?\n', '# a\n', '\\ \n']),
    read: ignored,
  },
  export: {
    tokens: [
      ...yaml,
      '---\ntitle: "№"\nposition: 1\n---\n',
      'labels: [a№]\n',
      `${fileMark}a№.md\n---\ntitle: T№\n---\n`,
      '[x](../a№.md#h) ',
      '[x]: ././a\n\n[x] ',
      '![](attachments/№.png) ',
      '<a href="attachments/№/f">x</a> ',
      '<img src="a.md">',
    ],
    read: (text) =>
      planned(`${fileMark}markport.json\n{"exportedFrom":{}}${fileMark}a.md\n${text}`),
  },
  'exported page': {
    tokens: [
      '[x](https://a/wiki/spaces/S/pages/№#h) ',
      '![](attachment:',
      `${'0'.repeat(64)}`,
      ') ',
      ...[
        '[x](a.md) ',
        '[f](attachment:',
        '/a%2Eb',
        '<img src="a">',
        '[x]: ./a\n',
        '![x] ',
        '# T\n',
      ],
    ],
    read: (text) => writePageText(page, text, emptyAdf),
  },
  edits: {
    tokens: ['a\n', 'b№\n', '\n', 'word ', '- c\n'],
    read: (text) => takeEdits(text, 0, { markdown: `${text.slice(9)}end`, edits: [] }),
  },
  'mkdocs nav': navigation('mkdocs.yml', [...yaml, '  - №: a№.md\n', '- S:\n  - a.md\n']),
  'mkdocs nav of pages': navigation('mkdocs.yml', [
    'nav:\n',
    '  - S:\n    - p/№.md\n',
    '  - T№:\n',
    '    - U:\n      - p/№.md\n',
    '  - p/№.md\n',
    ...pages,
  ]),
  summary: navigation(
    'SUMMARY.md',
    tokensOf(['# S\n\n- [A](a.md)\n  - [B](b/c.md)\n', '* [№](a№.md)\n']),
  ),
  toc: navigation('toc.yml', [
    ...yaml,
    '- name: A\n  href: a.md\n  items:\n  - name: №\n    href: a№.md\n',
  ]),
  'awesome pages': navigation('.pages', [
    ...yaml,
    'nav:\n- a.md\n- ...\n',
    '- №: a№.md\n',
    '- ... | b*\n',
  ]),
  'meta json': navigation(
    'a/meta.json',
    tokensOf(['{"pages": ["a", "...", "!b", "[C](d)"], "title": "T"}']),
  ),
  category: navigation(
    'a/_category_.json',
    tokensOf(['{"label": "A", "position": 1, "link": {"type": "doc"}}']),
  ),
  sidebars: navigation('sidebars.js', program, 'module.exports = '),
  vitepress: navigation('.vitepress/config.js', program, 'export default '),
  mintlify: navigation(
    'docs.json',
    tokensOf(['{"navigation": [{"group": "A", "pages": ["a", "b/c№"]}]}']),
  ),
  hugo: navigation(
    'hugo.toml',
    tokensOf(['[params]\nversion = "1"', "[[module.mounts]]\nsource = 'a'"]),
  ),
  sphinx: navigation(
    'conf.py',
    tokensOf(['["a", (1, True)]', '{"a": "b", "c": [d()]}', '"""e"""\n"f"', "r'g' # h\n", '\\\n']),
    'extensions = []\nmyst_substitutions = ',
  ),
  myst: navigation(
    'myst.yml',
    tokensOf(['project:\n  toc:\n    - title: A\n      children:\n        - file: a.md\n']),
  ),
  jekyll: navigation('_config.yml', [...yaml, 'baseurl: /a\n', 'exclude: [a]\n']),
  book: navigation('book.toml', tokensOf(['[book]\nsrc = "a"\ntitle = "B"'])),
  plan: {
    tokens: [
      ...pages,
      `${fileMark}c/№.md\n---\ntitle: Same\n---\n`,
      `${fileMark}e/№.md\n[x](№.md) [y](#z)\n`,
      `${fileMark}f№.md\n---\nslug: /\n---\n`,
      `${fileMark}g№.md\n---\nparent: A\n---\n`,
      ...[
        `${fileMark}h№.md\n---\nparent: h№.md\n---\n`,
        `${fileMark}i№/_category_.json\n{"label":"L"}\n`,
      ],
      ...[
        `${fileMark}j№.md\n---\nredirect_from: [/a№, /b]\n---\n`,
        '[a](a1.md#a) ',
        '![](i.png) ',
        '# A\n',
      ],
      `${fileMark}${'k'.repeat(200)}№.md\n# A\n`,
      `${fileMark}${'l/'.repeat(15)}№.md\n`,
      `${fileMark}m№.md\n---\nuid: u№\n---\n`,
      '<xref:u1> ',
      '[[a1]] ',
      '![[a№]] ',
      `${fileMark}n/№ n.md\n---\nnav_order: №\naliases: [n]\n---\n`,
    ],
    read: (text) => planned(text),
  },
}

const page = {
  ...{
    path: 'a/b.md',
    title: 'T',
    navigationTitle: '',
    labels: [],
    position: 1,
    isHomepage: false,
  },
  ...{
    paths: { 1: 'a.md' },
    endings: { ['0'.repeat(64)]: 'png' },
    spaceKey: 'S',
    origin: 'https://a',
  },
}
const emptyAdf = '{"version":1,"type":"doc","content":[]}'

function frontMatter(
  tokens: readonly string[],
  toDocument: (text: string) => string,
): FamilyReader {
  return {
    tokens,
    read: (text) => readDocument(toDocument(text)).frontMatter,
    others: (text) => parseMarkdown(toDocument(text)),
  }
}

function navigation(name: string, tokens: readonly string[], start = ''): FamilyReader {
  return {
    tokens,
    read: (text) =>
      planned(`${fileMark}a.md\nA\n${fileMark}a/b.md\n${fileMark}${name}\n${start}${text}`),
  }
}

async function planned(text: string): Promise<unknown> {
  const files = new Map(
    text
      .split(fileMark)
      .slice(1)
      .map((one) => {
        const end = one.indexOf('\n')
        return end === -1 ? [one, ''] : [one.slice(0, end), one.slice(end + 1)]
      }),
  )
  const base = '/x'
  const [pages, others] = [true, false].map((isPage) =>
    [...files].filter(([path]) => path.endsWith('.md') === isPage),
  ) as [[string, string][], [string, string][]]
  try {
    const plan = await planTree({
      base,
      around: base,
      fileSystem: givenFileSystem(base, files),
      files: pages.map(([path, words]) => ({ path, file: `${base}/${path}`, text: words })),
      others: others.map(([path]) => path),
      watch: fileWatch(600_000, () => true),
      maxBodyBytes: 2 ** 23,
      isOrdered: true,
    })
    const limits = sourceSettings({ paths: [], workingFolder: '/' })
    const builder = pageBuilder(plan, () => 'https://wiki.invalid/1', limits)
    for (const node of plan.tree.nodes) await builder.build(node).catch(refused)
    return plan
  } catch (error) {
    return refused(error)
  }
}

function refused(error: unknown): undefined {
  if (!(error instanceof DocumentError)) throw error
  return undefined
}
