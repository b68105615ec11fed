/** Readers of Markdown, of each dialect, and of what Markdown becomes. @module */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { adfDialect } from '../../../src/confluence/body/adf-dialect.ts'
import { planBody } from '../../../src/confluence/body/plan-body.ts'
import { findPageEdits } from '../../../src/confluence/delivery/pull/find-page-edits.ts'
import { adfToText } from '../../../src/convert/adf/node-text.ts'
import type { AdfDoc } from '../../../src/convert/adf/types.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { parseMarkdown } from '../../../src/convert/parse-markdown.ts'
import { adfToMarkdown } from '../../../src/convert/render/adf-to-markdown.ts'
import { adfToStorage, storageBlocks } from '../../../src/convert/render/adf-to-storage.ts'
import {
  constructsOf,
  type DialectName,
  dialectNames,
} from '../../../src/folder/dialects/dialects.ts'
import { readDialects } from '../../../src/folder/dialects/read-dialects.ts'
import { readDocument } from '../../../src/folder/documents/read-document.ts'
import { compareDocuments } from '../../../src/server/reader/history/compare-documents.ts'
import { viewDocument } from '../../../src/server/web/document/document-view.ts'
import type { SiteKind } from '../../../src/wiki/pages/connected-place.ts'
import { contextOf } from '../conversion/dialect-context.ts'
import { hostileFamilies } from '../samples/hostile-families.ts'
import { type FamilyReader, tokensOf } from './growth.ts'

const kitchenSink = readFileSync(new URL('../../fixtures/kitchen-sink.md', import.meta.url), 'utf8')

export const markdownTokens: readonly string[] = [
  '# a №\n\n',
  '[m](#a-№) ',
  '[^№]',
  '\n\n[^№]: t\n\n',
  '<a name="№"></a>',
  '\\\n',
  '  \n',
  '---\na: b\n---\n',
  '    ',
  '\n\n',
  '> ',
  '- ',
  '```\n',
  '`',
  '<!--',
  '-->',
  '\\',
  '|-|\n',
  '![a](data:image/png;base64,iVBORw0KGgo=)',
  '[a](data:application/octet-stream;name=a%2Etxt;base64,YQ==)',
  '```adf\n[{"type":"rule"}]\n```\n\n',
  ':smile: ',
  '---\ntitle: a b\n---\n\nc\n',
  '<dl><dt>',
  'one two\\\nthree four\n',
  'a\n: b\n',
  '<pre>',
  '</pre>',
  '<pre>two words</pre>',
  '<ul><li>',
  '| f | g |\n|---|---|\n| h | i |\n\n',
  '<table><tr><td>',
  '</td></tr></table>',
  '</ul>',
  '<p align="center">',
  '</p>',
  '<span style="color: red">',
  '</span>',
  '<h2>',
  '</h2>',
  ...tokensOf(kitchenSink.split(/\n\n+/)),
]

const families = Object.entries(hostileFamilies).map(([name, textOf]) => ({ name, textOf }))

/** Texts beyond a limit are refused, and cost no more than that. */
function unlessRefused<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return otherwise
    throw error
  }
}

const emptyAdf: AdfDoc = { version: 1, type: 'doc', content: [] }
const converted = (text: string): AdfDoc => unlessRefused(() => markdownToAdf(text).adf, emptyAdf)
const conversion = { read: converted, others: parseMarkdown }

const ofAdf = (read: (adf: AdfDoc) => unknown): FamilyReader => ({
  tokens: markdownTokens,
  families,
  prepare: (text) => JSON.stringify(converted(text)),
  read: (adf) => read(JSON.parse(adf)),
})

function edited(text: string): string {
  const [one, two] = [Math.floor(text.length / 3), Math.floor(text.length / 2)]
  return `${text.slice(0, one)}x ${text.slice(two)}y ${text.slice(one, two)}z`
}

const place = { baseUrl: 'https://a.invalid', pageId: '1', files: [] } as const
const settings = { diagramMacros: {}, formulaMacros: undefined }

function remoteReaders(kind: SiteKind): Record<string, FamilyReader> {
  const body = (text: string): string => {
    const adf = converted(text)
    return kind === 'cloud' ? JSON.stringify(adf) : storageBlocks(adf).join('')
  }
  const planned = (text: string): unknown =>
    planBody({
      kind,
      settings,
      edits: 'keep-theirs',
      ...place,
      comments: [],
      adf: JSON.stringify(converted(edited(text))),
      theirs: body(text),
      base: body(text.slice(text.length / 2) + text.slice(0, text.length / 3)),
    })
  const pulled = (text: string): unknown =>
    findPageEdits({
      kind,
      settings,
      title: 'A',
      markdown: text,
      ...place,
      base: body(text),
      theirs: body(edited(text)),
    } as never)
  return {
    [`body of ${kind}`]: { tokens: markdownTokens, read: planned },
    [`edits of ${kind}`]: {
      tokens: markdownTokens,
      read: (text) => unlessRefused(() => pulled(text), undefined),
    },
  }
}

const pathOf = (name: DialectName): string => (name === 'mdx' ? 'page.mdx' : 'page.md')
const examplesOf = (name: DialectName): readonly string[] =>
  constructsOf([name], pathOf(name)).map(({ input }) => input)

function readAs(
  name: DialectName,
  text: string,
  context = contextOf({ 'notes.md': '# Notes\n\nSome words.\n', 'a.js': 'let a\n' }),
): string {
  const known = { ...context, path: pathOf(name), keepsLines: name === 'obsidian' }
  return readDialects(text, [name], known).markdown
}

const includingParts = [
  '<<< a.js#part',
  '<!--@include: ./b.md{1-9}-->',
  '<!--@include: ./b.md#part-->',
]

/** Every construct of the dialect, where each included file is the text. */
function readIncluding(name: DialectName, text: string): string {
  const readInclude = (path: string) => ({ path: `part/file${extname(path)}`, text })
  const document = [...examplesOf(name), ...includingParts].join('\n\n')
  return readAs(name, document, { ...contextOf(), readInclude })
}

const common = ['---\na: b\n---\n', '    ', '\n\n', '> ', '- ', '```\n', '`', '<!--', '-->', '\\']

function dialectReaders(name: DialectName): Record<string, FamilyReader> {
  const tokens = [...tokensOf(examplesOf(name)), ...common]
  return {
    [`dialect ${name}`]: { tokens, read: (text) => readAs(name, text) },
    [`page of ${name}`]: { ...conversion, tokens, prepare: (text) => readAs(name, text) },
    [`files of ${name}`]: { tokens, read: (text) => readIncluding(name, text) },
  }
}

export const pageReaders: Readonly<Record<string, FamilyReader>> = {
  ...Object.assign({}, ...dialectNames.map(dialectReaders)),
  outline: {
    tokens: ['[a](b)', '![a](b.png)', '<img src="', '{#a}', '[a]: b\n', ...markdownTokens],
    read: (text) => readDocument(text).addresses,
    others: parseMarkdown,
  },
  convert: { ...conversion, tokens: markdownTokens, families },
  view: ofAdf((adf) => viewDocument(JSON.stringify(adf))),
  'storage format': ofAdf(adfToStorage),
  text: ofAdf(adfToText),
  Markdown: ofAdf(adfToMarkdown),
  'ADF body': ofAdf((adf) => adfDialect.read(JSON.stringify(adf))),
  comparison: {
    tokens: markdownTokens,
    read(text) {
      const [before, after] = [text, edited(text)].map((one) => JSON.stringify(converted(one)))
      return compareDocuments({ before: before as string, after: after as string })
    },
  },
  ...remoteReaders('cloud'),
  ...remoteReaders('data-center'),
}
