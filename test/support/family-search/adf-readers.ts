/** Readers of documents: bodies of Confluence, and every renderer of what Markdown became. @module */
import { adfToText } from '../../../src/adf/node-text.ts'
import type { AdfDoc } from '../../../src/adf/types.ts'
import { adfDialect } from '../../../src/confluence/body/adf-dialect.ts'
import { planBody } from '../../../src/confluence/body/plan-body.ts'
import type { SiteKind } from '../../../src/confluence/site.ts'
import { convertDocument } from '../../../src/convert/convert-document.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { findPageEdits } from '../../../src/delivery/pull/find-page-edits.ts'
import { compareDocuments } from '../../../src/embedded-wiki/reader/history/compare-documents.ts'
import { adfToMarkdown } from '../../../src/render/adf-to-markdown.ts'
import { adfToStorage, storageBlocks } from '../../../src/render/adf-to-storage.ts'
import { viewDocument } from '../../../src/web/document/document-view.ts'
import type { FamilyReader } from './family-reader.ts'
import { markdownTokens } from './markdown-tokens.ts'

interface WrittenNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: WrittenNode[]
  readonly text?: string
  readonly marks?: readonly object[]
}

const piece = /<(\w+)>|<\/>|\{([\w#]+)\}|[^<{]+|./gs
/** Deeper bodies are refused before anything else. */
const maxDepth = 80
const maxMarks = 4

const attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  heading: { level: 2 },
  codeBlock: { language: 'js' },
  panel: { panelType: 'note' },
  expand: { title: 'More' },
  orderedList: { order: 3 },
  taskList: { localId: 'l' },
  taskItem: { localId: 't', state: 'DONE' },
  media: { type: 'external', url: 'https://a.invalid/b.png', alt: 'c' },
  mediaInline: { type: 'image', id: 'https://a.invalid/b.png', collection: '', alt: 'c' },
  mediaSingle: { layout: 'center' },
  tableCell: { colspan: 1, colwidth: [100] },
  emoji: { shortName: ':a:', text: 'b' },
  mention: { id: '1', text: '@a' },
  date: { timestamp: '0' },
  status: { text: 'a', color: 'red' },
  inlineCard: { url: 'https://a.invalid/' },
  extension: { extensionType: 'com.atlassian.confluence.macro.core', extensionKey: 'toc' },
  inlineExtension: {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'anchor',
    parameters: { macroParams: { '': { value: 'a' } } },
  },
}

const adfTokens: readonly string[] = [
  ...[
    'paragraph',
    'bulletList',
    'listItem',
    'blockquote',
    'table',
    'tableRow',
    'rule',
    'hardBreak',
  ],
  ...Object.keys(attributes),
].map((type) => `<${type}>`)

const markTokens: readonly string[] = [
  ...['{strong}', '{em}', '{code}', '{link}', '{#№}', '{#1}', '</>', '</></>'],
  ...['a ', 'b№ ', 'c\n', '<paragraph>a b</>', '<paragraph>{#№}c№{#№}</>', '*_`[<|#'],
  '<paragraph>one two three {#№}four five{#№} six seven eight nine</><paragraph>ten</>',
  '<paragraph>one two {#1}word{#1} three four</><paragraph>five word six</><paragraph>word</>',
]

function writtenAdf(text: string): string {
  const content: WrittenNode[] = []
  const open: WrittenNode[][] = [content]
  const marks = new Set<string>()
  for (const [whole, type, mark] of text.matchAll(piece)) {
    const parent = open.at(-1) as WrittenNode[]
    if (type !== undefined) {
      const own: WrittenNode[] = []
      const attrs = Object.hasOwn(attributes, type) ? { attrs: attributes[type] } : {}
      parent.push({ type, ...attrs, content: own } as WrittenNode)
      if (open.length < maxDepth) open.push(own)
    } else if (whole === '</>') {
      if (open.length > 1) open.pop()
    } else if (mark === undefined) {
      parent.push({ type: 'text', text: whole, marks: Array.from(marks, markOf) })
    } else if (!marks.delete(mark) && marks.size < maxMarks) marks.add(mark)
  }
  return JSON.stringify({ version: 1, type: 'doc', content })
}

function markOf(name: string): object {
  if (name.startsWith('#'))
    return { type: 'annotation', attrs: { id: name, annotationType: 'inlineComment' } }
  return name === 'link' ? { type: 'link', attrs: { href: 'https://a.invalid/' } } : { type: name }
}

const written = [...adfTokens, ...markTokens]
const empty = '{"version":1,"type":"doc","content":[]}'
const limits = { maxDepth: 90, maxMarkdownBytes: 2 ** 21, maxAdfBytes: 2 ** 24 }

const ofDocument = (read: (doc: AdfDoc) => unknown): Pick<FamilyReader, 'read'> => ({
  read: (adf) => read(JSON.parse(adf) as AdfDoc),
})
const ofMarkdown = { tokens: markdownTokens, prepare: converted }
const ofWritten = { tokens: written, prepare: writtenAdf }

export const adfReaders: Readonly<Record<string, FamilyReader>> = {
  'view of Markdown': { ...ofMarkdown, read: viewDocument },
  'storage format of Markdown': { ...ofMarkdown, ...ofDocument(adfToStorage) },
  'text of Markdown': { ...ofMarkdown, ...ofDocument(adfToText) },
  'Markdown of Markdown': { ...ofMarkdown, ...ofDocument(adfToMarkdown) },
  view: { ...ofWritten, read: viewDocument },
  'storage format': { ...ofWritten, ...ofDocument(adfToStorage) },
  'storage blocks': { ...ofWritten, ...ofDocument(storageBlocks) },
  text: { ...ofWritten, ...ofDocument(adfToText) },
  Markdown: { ...ofWritten, ...ofDocument(adfToMarkdown) },
  'ADF body': { ...ofWritten, read: adfDialect.read },
  comparison: {
    tokens: written,
    read: (text) => compareDocuments({ before: writtenAdf(text), after: writtenAdf(edited(text)) }),
  },
  ...Object.fromEntries(
    (['cloud', 'data-center'] as const).flatMap((kind) => [
      [`body of ${kind}`, { tokens: written, read: (text: string) => plannedOf(kind, text) }],
      [
        `edits of ${kind}`,
        { tokens: markdownTokens, read: (text: string) => pulledOf(kind, text) },
      ],
    ]),
  ),
}

function converted(text: string): string {
  try {
    return convertDocument(text, limits).adf.join('')
  } catch (error) {
    // A RangeError means a text beyond V8's limit, which the service refuses as well.
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return empty
    throw error
  }
}

function edited(text: string): string {
  const [one, two] = [Math.floor(text.length / 3), Math.floor(text.length / 2)]
  return `${text.slice(0, one)}x ${text.slice(two)}y ${text.slice(one, two)}z`
}

const place = { baseUrl: 'https://a.invalid', pageId: '1', files: [] } as const
const settings = { diagramMacros: {}, formulaMacros: undefined }

function plannedOf(kind: SiteKind, text: string): unknown {
  const uncommented = (words: string): string => writtenAdf(words.replace(/\{#\w*\}/g, ''))
  const body = (adf: string): string =>
    kind === 'cloud' ? adf : storageBlocks(JSON.parse(adf) as AdfDoc).join('')
  const markers = new Set(text.match(/(?<=\{)#\w+(?=\})/g))
  return planBody({
    ...{ kind, settings, edits: 'keep-theirs', ...place },
    adf: uncommented(edited(text)),
    theirs: body(writtenAdf(text)),
    base: body(uncommented(text.slice(text.length / 2) + text.slice(0, text.length / 3))),
    comments: Array.from(markers, (marker) => ({ marker, quoted: 'b' })),
  })
}

function pulledOf(kind: SiteKind, text: string): unknown {
  const body = (words: string): string => {
    const adf = converted(words)
    return kind === 'cloud' ? adf : storageBlocks(JSON.parse(adf) as AdfDoc).join('')
  }
  try {
    return findPageEdits({
      ...{ kind, settings, title: 'A', markdown: text, ...place },
      ...{ base: body(text), theirs: body(edited(text)) },
    } as never)
  } catch (error) {
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return undefined
    throw error
  }
}
