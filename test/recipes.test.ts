/** The recipes of CONTRIBUTING.md work on a copy of the tree, in the files that they name. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

type Change = readonly [file: string, place: string, text: string, how?: 'instead']

interface Recipe {
  readonly files?: Readonly<Record<string, string>>
  readonly changes: readonly Change[]
  /** The file that uses what was added, which no recipe can know. */
  readonly use?: string
  /** Without files that `npm run docs` writes. */
  readonly most: number
}

const superscript = `import { bits } from '../writer/marks.ts'
import type { MarkdownConstruct } from './construct.ts'

const json = '{"type":"subsup","attrs":{"type":"sup"}}'

export const superscript: MarkdownConstruct = {
  docs: [['\`^raised^\`', 'mark \`subsup\`']],
  examples: { 'x^2^': 'paragraph("x", "2" subsup)' },
  feature: 'superscript',
  inlines: {
    superscript: (id, marks, conversion) => conversion.inlines(id, marks.with(bits.subsup, json)),
  },
}
`

const progressBars = `
export const mkdocsProgressBars: WordsConstruct = {
  name: 'progress bar',
  input: '[=50% "Half"]',
  becomes: 'Half',
  mark: '[=',
  words: /\\[=[\\d.]+% "([^"]*)"\\]/dg,
  replace: ({ group }) => group(1),
}

`

const trialdocs = `import type { Generator } from '../generator.ts'

export const trialdocs: Generator = {
  configNames: ['trialdocs.json'],
  read: (_, folder) => ({ rootFolders: [folder] }),
}
`

const recipes: Readonly<Record<string, Recipe>> = {
  'Add a Markdown construct': {
    files: { 'src/convert/constructs/superscript.ts': superscript },
    changes: [
      [
        'src/convert/constructs/constructs.ts',
        'import { table }',
        "import { superscript } from './superscript.ts'\n",
      ],
      ['src/convert/constructs/constructs.ts', '  text,\n', '  superscript,\n'],
    ],
    most: 1,
  },
  "Add a construct of a generator's": {
    changes: [
      ['src/folder/dialects/mkdocs/inline-marks.ts', '/** https://squidfunk', progressBars],
      [
        'src/folder/dialects/mkdocs/constructs.ts',
        '  mkdocsAnnotations,\n  mkdocsAbb',
        '  mkdocsProgressBars,\n',
      ],
      [
        'src/folder/dialects/mkdocs/constructs.ts',
        '  mkdocsRaisedWords,\n}',
        '  mkdocsProgressBars,\n',
      ],
    ],
    most: 2,
  },
  'Add a generator': {
    files: {
      'src/folder/dialects/trialdocs/site.ts': trialdocs,
      'docs/dialects/trialdocs.md':
        '# Trialdocs\n\n| Construct | Written | Becomes |\n|---|---|---|\n| a | `a` | `a` |\n',
    },
    changes: [
      [
        'src/folder/dialects/dialects.ts',
        'import { vitepress }',
        "import { trialdocs } from './trialdocs/site.ts'\n",
      ],
      [
        'src/folder/dialects/dialects.ts',
        '  github: {',
        '  trialdocs: { constructs: githubConstructs, generators: [trialdocs] },\n',
      ],
    ],
    most: 1,
  },
  'Add an option': {
    changes: [
      [
        'src/contract/options/import-options.ts',
        '    overwrite: optionRow(',
        "    noSourceLinks: optionRow(toggle, 'Leave links to the source as they are written.'),\n",
      ],
      [
        'src/folder/plan/plan-folder.ts',
        'sourceUrl: sourceUrl ??',
        'sourceUrl: source.noSourceLinks ? undefined : sourceUrl ??',
        'instead',
      ],
    ],
    use: 'src/folder/plan/plan-folder.ts',
    most: 2,
  },
  'Add an error': {
    changes: [
      [
        'src/contract/errors.ts',
        "  'too-many-requests': {",
        "  asleep: { status: 425, when: 'it is night', wayOut: 'wait', example: 'All sleep.' },\n",
      ],
    ],
    most: 1,
  },
  'Add a page or a form to the web pages': {
    changes: [
      [
        'src/server/web/help.ts',
        "  'GET /help': {",
        "  'GET /help/trial': { who: 'anyone', answer: (c, { show }) => show(c, 200, 'Trial', html`<p>Trial</p>`) },\n",
      ],
    ],
    most: 1,
  },
  'Add a field of the operation': {
    changes: [
      [
        'src/contract/import-request.ts',
        '  dryRun: flag(',
        "  isDraft: flag('`true` makes a draft', false),\n",
      ],
      [
        'src/wiki/import/run-import.ts',
        'if (!fields.dryRun) return',
        'if (!fields.dryRun && !fields.isDraft) return',
        'instead',
      ],
    ],
    use: 'src/wiki/import/run-import.ts',
    most: 2,
  },
}

const trial: string = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '../src/contract/openapi/openapi.ts'
import { optionTable } from '../src/contract/options/option-table.ts'
import { markdownToAdf } from '../src/convert/markdown-to-page.ts'
import { mkdocsProgressBars } from '../src/folder/dialects/mkdocs/inline-marks.ts'
import { errorTable } from '../src/contract/errors.ts'
import { planFolder } from '../src/folder/plan/plan-folder.ts'
import { generators } from '../src/folder/dialects/dialects.ts'
import { importRequest } from '../src/contract/import-request.ts'
import { checkRequest } from '../src/contract/check-request.ts'
import { readWith } from './support/conversion/dialect-context.ts'

test('trial of the recipes', async () => {
  const [paragraph] = markdownToAdf('x^2^').adf.content
  assert.deepEqual(paragraph.content[1].marks, [{ type: 'subsup', attrs: { type: 'sup' } }])
  assert.equal(readWith(mkdocsProgressBars, '[=50% "Half"] done'), 'Half done')
  assert.ok(generators.some(({ configNames }) => configNames.includes('trialdocs.json')))
  assert.equal(optionTable.noSourceLinks.flag, '--no-source-links')
  const source = { paths: [], input: { markdown: 'a' }, workingFolder: '/', sourceUrl: 'https://a.b/' }
  assert.equal((await planFolder(source)).sourceUrl, 'https://a.b/')
  assert.equal((await planFolder({ ...source, noSourceLinks: true })).sourceUrl, undefined)
  assert.equal(errorTable.asleep.status, 425)
  const openApi = JSON.stringify(openApiDocument({ publicUrl: '', appId: '', envId: '', limits: {} }))
  assert.match(openApi, /Error: All sleep\\./)
  assert.match(openApi, /"isDraft":/)
  const fields = { spaceId: 'a', parentId: '1', pageTitle: 'a', content: 'a', isDraft: true }
  assert.equal(checkRequest(importRequest, fields).fields.isDraft, true)
})
`

const root = fileURLToPath(new URL('../', import.meta.url))
const sections = new Map(
  readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    .split('\n## ')
    .map((section) => [section.split('\n', 1)[0], section]),
)

describe('a copy that is changed by the recipes', () => {
  const copy = mkdtempSync(join(tmpdir(), 'markport-recipes-'))
  after(() => rmSync(copy, { recursive: true }))

  const run = (...args: readonly string[]): string => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env, stdio: 'pipe' })
  }
  const runTests = (...files: readonly string[]): string => {
    const only = '--test-name-pattern=/^docs|^trial|generator|without a line$/'
    return run('--test', '--test-isolation=none', only, ...files)
  }

  before(() => {
    for (const name of ['src', 'docs', 'scripts', 'test', 'package.json']) {
      cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const { files = {}, changes } of Object.values(recipes)) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(copy, file)), { recursive: true })
        writeFileSync(join(copy, file), text)
      }
      for (const change of changes) apply(change, copy)
    }
    writeFileSync(join(copy, 'test/trial.test.ts'), trial)
  })

  test('has docs that say something else, until they are written', () => {
    assert.throws(
      () => runTests('test/docs.test.ts'),
      ({ stdout }: { stdout: string }) => stdout.includes('npm run docs writes it'),
    )
    run('scripts/docs.ts')
  })

  test('does what was added, and its tables fit', () => {
    const files = ['trial', 'docs', 'generators', 'web-map'].map((name) => `test/${name}.test.ts`)
    assert.match(runTests(...files), /^. pass \d\d$/m)
  })
})

function apply([file, place, text, how]: Change, copy: string): void {
  const path = join(copy, file)
  const parts = readFileSync(path, 'utf8').split(place)
  assert.equal(parts.length, 2, `${file} has no one place ${place}`)
  writeFileSync(path, parts.join(how === 'instead' ? text : text + place))
}

for (const [name, { changes, files = {}, use, most }] of Object.entries(recipes)) {
  test(`"${name}" names what it changes, which are ${most} files at most`, () => {
    const section = sections.get(name) ?? ''
    const changed = new Set(changes.map(([file]) => file))
    assert.ok(changed.size <= most, `${changed.size} files change`)
    for (const file of [...changed, ...Object.keys(files)]) {
      const named = file.replace(/(folder\/dialects)\/\w+\//, '$1/<dialect>/')
      const isNamed = [named, `${dirname(named)}/`].some((path) => section.includes(path))
      assert.ok(isNamed || file === use, `${file} is not named`)
    }
  })
}

test('every file that CONTRIBUTING.md names is there', () => {
  for (const section of sections.values()) {
    for (const [, path = ''] of section.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)) {
      assert.ok(existsSync(join(root, path)), path)
    }
  }
})
