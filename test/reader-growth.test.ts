/** No reader of a folder costs more than the length of what it reads, as far as such texts were found. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DialectName, dialectNames } from '../src/folder/dialects/dialects.ts'
import { readProgramValue } from '../src/folder/navigation/program-values.ts'
import { wordNotice } from '../src/folder/notices.ts'
import { planFolder } from '../src/folder/plan/plan-folder.ts'
import { findNewNotices } from '../src/folder/run/new-notices.ts'
import { readerOf } from './support/conversion/dialect-context.ts'
import { type DocsFolder, docsFolder } from './support/folders/docs-folder.ts'

/** Quadratic is 2; a busy machine makes linear work look steeper than 1. */
const steepest = 1.5
/** Less than this harms nobody, and is mostly garbage collection. */
const harmlessMs = 20
const steps = 4

/**
 * 1 is linear, 2 quadratic, by the time of this thread alone.
 * Garbage collection only adds to a measurement, so the least of several rounds counts.
 */
async function slopeOf(
  read: (kib: number) => unknown,
  kib: number,
  maxRounds = 20,
): Promise<number> {
  const measured = async (size: number): Promise<number> => {
    const before = process.threadCpuUsage()
    await read(size)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  let [first, middle, last] = [Infinity, Infinity, Infinity]
  const slopeFrom = (cost: number, times: number): number =>
    Math.log(last / Math.max(cost, harmlessMs / times ** 2)) / Math.log(times)
  let slope = 0
  for (let round = 0; round < maxRounds; round += 1) {
    // Begin with the longest text, so that the code is compiled before short texts are measured.
    last = Math.min(last, await measured(kib * steps ** 2))
    if (last < harmlessMs) return 0
    first = Math.min(first, await measured(kib))
    middle = Math.min(middle, await measured(kib * steps))
    slope = Math.min(slopeFrom(middle, steps), slopeFrom(first, steps ** 2))
    if (slope <= steepest) break
  }
  return slope
}

/** The unit, with its number in place of №, as often as it fits. */
function repeated(unit: string, kib: number): string {
  const count = Math.max(1, Math.ceil((kib * 1024) / unit.length))
  return Array.from({ length: count }, (_, index) => unit.replaceAll('№', String(index))).join('')
}

type Around = { readonly prefix?: string; readonly suffix?: string }

const texts: readonly (readonly [dialect: DialectName, unit: string, around?: Around])[] = [
  ['hugo', '{{< param a >}}\n', { prefix: '---\na: b\n---\n' }],
  ['hugo', ' ', { prefix: '{{<', suffix: '!' }],
  ['hugo', '{{< readfile file="guide/setup.md" >}}\n'],
  ['jekyll', '{{ page.a }}\n', { prefix: '---\na: b\n---\n' }],
  ['jekyll', '{% raw %}\n'],
  ['jekyll', '{% if a %}\n'],
  ['mdx', '<CodeBlock>{a}</CodeBlock>\n\n'],
  ['mdx', 'export const a = {\n\n'],
  ['mdx', '\\"', { prefix: 'export const a = "' }],
  ['mdx', '\n'],
  ['mkdocs', 'x="2"', { prefix: '## T {' }],
  ['mkdocs', 'a', { prefix: '[a][' }],
  ['mkdocs', ' ', { prefix: '{! a' }],
  ['myst', '> \n', { prefix: '::: a\n# b', suffix: 'c\n:::' }],
  ['quarto', ' ', { prefix: '::: {.panel-tabset}\n## A', suffix: 'x\nf\n:::' }],
  ['mdx', '\n', { prefix: '<CodeBlock code={`', suffix: 'a`} />' }],
  ['docusaurus', ' ', { prefix: '<CodeGroup>\n\n```js', suffix: '!\n```\n</CodeGroup>' }],
  ['myst', ':'],
  ['myst', 'x\n', { prefix: '{#a}\nx\n\n' }],
  ['myst', ' ', { prefix: '```{csv-table}\na', suffix: 'b,c\n```\n' }],
  ['quarto', '`'],
  ['quarto', '+---\n'],
  ['gitbook', 'a=a', { prefix: '{% ' }],
  ['gollum', '[['],
  ['mdc', '{', { prefix: '::a' }],
  ['mdc', '::a{b="c"}\n'],
  ['mdc', ':a['],
  ['mdc', '::a\n---\n'],
]

for (const [dialect, unit, { prefix = '', suffix = '' } = {}] of texts) {
  const text = (prefix + unit).slice(0, 60)
  test(`${dialect} reads ${JSON.stringify(text)} in the time of its length`, async () => {
    const read = readerOf([dialect])
    const slope = await slopeOf((kib) => read(prefix + repeated(unit, kib) + suffix), 2)
    assert.ok(slope <= steepest, String(slope))
  })
}

for (const [dialect, document] of [
  ['obsidian', '![[n.md]]'],
  ['hugo', '{{< readfile file="n.md" >}}'],
  ['docfx', '[!include[a](n.md)]'],
] as const) {
  test(`${dialect} includes a file of blank space in the time of its length`, async () => {
    const read = readerOf([dialect])
    const include = (kib: number): string => read(document, { 'n.md': `a${repeated(' ', kib)}b` })
    assert.ok(include(0.1).includes('a   '), 'the file is included')
    const slope = await slopeOf(include, 4)
    assert.ok(slope <= steepest, String(slope))
  })
}

test('every dialect reads tags that nothing closes in the time of their length', async () => {
  for (const dialect of dialectNames) {
    const read = readerOf([dialect])
    const unit = '<A b="№">\n{{< c >}}\n::: d\n{% e %}\n'
    const slope = await slopeOf((kib) => read(repeated(unit, kib)), 2)
    assert.ok(slope <= steepest, `${dialect}: ${slope}`)
  }
})

/** Stands before the path of a file. */
const file = '\u241c'
const folders = new Map<string, DocsFolder>()

function plan(text: string): Promise<unknown> {
  const folder = folders.get(text) ?? docsFolder()
  if (!folders.has(text)) {
    for (const content of text.split(file).slice(1)) {
      const end = content.indexOf('\n')
      folder.write({ [content.slice(0, end)]: content.slice(end + 1) })
    }
    folders.set(text, folder)
  }
  const { path } = folder
  return planFolder({ paths: [path], workingFolder: path, fileTimeoutMs: 600_000 })
}

for (const [what, unit, kib, prefix = ''] of [
  ['long titles', `${file}№.md\n---\ntitle: ${'A'.repeat(300)}\n---\n`, 2],
  ['pages for the top', `${file}№.md\n---\nslug: /\n---\n`, 0.5],
  ['pages that name themselves as parent', `${file}№.md\n---\ntitle: A\nparent: A\n---\n`, 0.5],
  ['folders of one label', `${file}№/a.md\nA\n${file}№/_category_.json\n{"label":"L"}\n`, 0.5],
  [
    'notes that link by name',
    `${file}№/a.md\n[[a]] [[a]] `,
    0.25,
    `${file}.obsidian/app.json\n{}\n`,
  ],
] as const) {
  test(`${what} are planned in the time of their length`, async () => {
    const slope = await slopeOf((size) => plan(prefix + repeated(unit, size)), kib)
    assert.ok(slope <= steepest, String(slope))
  })
}

for (const [what, value] of [
  ['a list', (kib: number) => `(${repeated('x ', kib)})`],
  ['a text', (kib: number) => `"${repeated('x ', kib)}"`],
] as const) {
  test(`a program that names ${what} often is read in the time of its length`, async () => {
    const slope = await slopeOf((kib) => {
      const text = `const b = ${value(kib)}\nexport default [${repeated('b,', kib)}]`
      return readProgramValue(text, ['export default'])
    }, 4)
    assert.ok(slope <= steepest, String(slope))
  })
}

test('lines are compared with those of the last import in the time of their length', async () => {
  const page = { record: { path: 'a.md' }, importedLines: new Set<string>() }
  const slope = await slopeOf((kib) => {
    const content = repeated('](a:', kib)
    const notices = [wordNotice('link-missing', 'a', 1)]
    return findNewNotices(page as never, { content, notices, lineInFile: () => 1 } as never)
  }, 4)
  assert.ok(slope <= steepest, String(slope))
})

test('work that goes over all for each part is seen (control)', async () => {
  const read = (kib: number): number => {
    const text = repeated('a№ ', kib)
    let sum = 0
    for (let at = 0; at < text.length; at += 8) sum += text.slice(at).lastIndexOf('!')
    return sum
  }
  // One short text that takes long makes the growth look flat, so it is measured again.
  let slope = 0
  for (let attempt = 0; attempt < 5 && slope <= steepest; attempt += 1) {
    slope = await slopeOf(read, 2, 2)
  }
  assert.ok(slope > steepest, String(slope))
})
