/**
 * Finds edits of a page in Confluence as changes to its Markdown. Each change is verified by
 * converting the changed Markdown again.
 * @module
 */

import type { AnswerPageEdit } from '../../../contract/answers.ts'
import { fromTextParts, type Message } from '../../../contract/base/message.ts'
import { RequestError } from '../../../contract/errors.ts'
import {
  type AnyMark,
  type AnyNode,
  contentOf,
  marksOf,
  textValue,
} from '../../../convert/adf/any-node.ts'
import { formulaAttributes } from '../../../convert/adf/formula.ts'
import { inlineAttributes } from '../../../convert/adf/images.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { align } from '../../../convert/compare/align.ts'
import { mergeWords } from '../../../convert/compare/merge-words.ts'
import { encodeFileName } from '../../../convert/embedded-images/data-urls.ts'
import { MarkdownLimitError } from '../../../convert/markdown-limit-error.ts'
import { adfToMarkdown } from '../../../convert/render/adf-to-markdown.ts'
import type { SiteKind } from '../../../wiki/pages/recorded-pages.ts'
import type { BodyBlock, BodyDialect, DocumentSettings, PlacedFile } from '../../body/page-body.ts'
import { siteKinds } from '../../body/site-kinds.ts'
import { linkedFileName } from '../../rest-v1.ts'
import {
  type EditedPlace,
  findEditedPlaces,
  type ImportedSource,
  readImportedSource,
} from './imported-source.ts'

export interface PulledPage extends RemotePlace {
  readonly kind: SiteKind
  readonly title: string
  /** The imported Markdown, and the body it became. */
  readonly markdown: string
  readonly base: string
  readonly theirs: string
}

/**
 * @throws {MarkdownLimitError} When the imported Markdown can no longer be converted.
 * @throws {RangeError} When the page nests too deep.
 */
export function findPageEdits(page: PulledPage): AnswerPageEdit[] {
  const dialect = siteKinds[page.kind].body
  const stored = withoutEmpty(dialect.read(page.base).blocks, dialect)
  const now = withoutEmpty(dialect.read(page.theirs).blocks, dialect)
  const readMarkdown = readerOf(page, dialect, stored)
  const source = readMarkdown(page.markdown)
  const lines = page.markdown.split(/\r\n|\n|\r/)
  const tries = findEditedPlaces(source, stored, now).map((place) => startTry(place, lines, page))
  for (let round = 0; round < maxRounds; round += 1) {
    const failed = failedTries(tries, { lines, now, read: readMarkdown })
    if (failed.length === 0) break
    for (const attempt of failed) attempt.at += 1
  }
  for (const attempt of failedTries(tries, { lines, now, read: readMarkdown }))
    attempt.isFailed = true
  const rough = new Set(failedTries(tries, { lines, now, read: readMarkdown, isRough: true }))
  return tries.map((attempt) => toEdit(attempt, rough.has(attempt)))
}

const maxRounds = 3

/** Drop empty paragraphs, which the editor leaves behind and Markdown lacks. */
function withoutEmpty(blocks: readonly BodyBlock[], dialect: BodyDialect): readonly BodyBlock[] {
  const empty: AdfDoc = { version: 1, type: 'doc', content: [{ type: 'paragraph' }] }
  const [{ canonical } = { canonical: undefined }] = dialect.read(
    dialect.join(dialect.write(empty)),
  ).blocks
  return blocks.filter((block) => block.canonical !== canonical)
}

type ReadMarkdown = (markdown: string) => ImportedSource

function readerOf(
  page: PulledPage,
  dialect: BodyDialect,
  stored: readonly BodyBlock[],
): ReadMarkdown {
  const readWith = (title: string | undefined): ReadMarkdown =>
    keepingLast((markdown) => readImportedSource(markdown, title, dialect, page))
  const readWhole = readWith(undefined)
  const [first] = stored
  const hasHeading =
    first !== undefined && readWhole(page.markdown).blocks[0]?.canonical === first.canonical
  return hasHeading ? readWhole : readWith(page.title)
}

/** Cache the last conversion, which takes nearly all of the time. */
function keepingLast(read: ReadMarkdown): ReadMarkdown {
  let last: { readonly markdown: string; readonly source: ImportedSource } | undefined
  return (markdown) => {
    if (last?.markdown !== markdown) last = { markdown, source: read(markdown) }
    return last.source
  }
}

interface Try {
  readonly place: EditedPlace
  readonly before: string
  readonly forms: readonly string[]
  /** Whether the last form keeps words only. */
  readonly isPlain: boolean
  at: number
  isFailed: boolean
}

function startTry(place: EditedPlace, lines: readonly string[], page: PulledPage): Try {
  const { first = 1, last = 0 } = place.lines ?? {}
  const before = lines.slice(first - 1, last).join('\n')
  const edited = markdownOf(place.now, page)
  const isChange = before !== '' && edited !== ''
  const base = markdownOf(place.before, page)
  const merged = ([undefined, 'before', 'behind'] as const).flatMap((signs) =>
    isChange ? (mergeWords(base, edited, before, signs) ?? []) : [],
  )
  const forms = [...new Set([...merged, edited])]
  return { place, before, forms, isPlain: !siteKinds[page.kind].hasAdf, at: 0, isFailed: false }
}

/** For storage format only the words. */
function markdownOf(blocks: readonly BodyBlock[], page: PulledPage): string {
  if (!siteKinds[page.kind].hasAdf) {
    return blocks.map(({ text }) => text.replaceAll('\uFFFC', '').trim()).join('\n\n')
  }
  const content = blocks.map(({ source }) => toLocalNode(JSON.parse(source) as AnyNode, page))
  return adfToMarkdown({ version: 1, type: 'doc', content } as unknown as AdfDoc).trimEnd()
}

interface Trial {
  readonly lines: readonly string[]
  readonly now: readonly BodyBlock[]
  readonly read: ReadMarkdown
  readonly isRough?: boolean
}

function failedTries(tries: readonly Try[], { lines, now, read, isRough = false }: Trial): Try[] {
  let ours: readonly BodyBlock[]
  try {
    ours = read(withTries(lines, tries)).blocks
  } catch (error) {
    if (!(error instanceof MarkdownLimitError)) throw error
    return [...tries]
  }
  const keyOf = ({ canonical, text }: BodyBlock): string =>
    isRough ? text.replace(/\s+/g, ' ').trim() : canonical
  const partners = align(now.map(keyOf), ours.map(keyOf))
  const matched = new Set(now.filter((_, index) => (partners[index] as number) >= 0))
  return tries.filter(({ place }) => !place.now.every((block) => matched.has(block)))
}

function withTries(lines: readonly string[], tries: readonly Try[]): string {
  const result = [...lines]
  for (const { place, forms, at } of tries.toReversed()) {
    if (place.lines === undefined) continue
    const { first, last } = place.lines
    const form = forms[Math.min(at, forms.length - 1)] as string
    const inserted = place.before.length === 0 ? ['', form, ''] : [form]
    result.splice(first - 1, last - first + 1, ...inserted)
  }
  return result.join('\n')
}

const noLines = 'its lines are not known, as those of a footnote'
const noForm = 'there is no form of it in Markdown that becomes the page as it is'

function toEdit(attempt: Try, isWithoutWords: boolean): AnswerPageEdit {
  const { place, before, forms, at, isFailed, isPlain } = attempt
  const after = forms[Math.min(at, forms.length - 1)] as string
  const { lines } = place
  if (lines === undefined) return { before, after, problem: noLines }
  const edit = { line: lines.first, endLine: lines.last, before, after }
  if (!isFailed) return edit
  // Plain words would lose the formatting.
  return isWithoutWords || isPlain ? { ...edit, problem: noForm } : { ...edit, isRough: true }
}

/**
 * Find the edits of a page in a worker.
 * @throws {RequestError} `bad-request` when the page or its Markdown cannot be read.
 */
export function findPageEditsTask(call: Message): Message {
  try {
    return { value: findPageEdits(fromTextParts(call)), parts: [] }
  } catch (cause) {
    const isOfPage = cause instanceof RangeError
    if (!isOfPage && !(cause instanceof MarkdownLimitError)) throw cause
    const subject = isOfPage ? 'The page in Confluence' : 'The Markdown of the page'
    const message = `${subject} cannot be read: ${cause.message}`
    throw new RequestError('bad-request', message, { cause })
  }
}

interface RemotePlace {
  readonly baseUrl: string
  readonly pageId: string
  readonly settings: DocumentSettings
  readonly files: readonly PlacedFile[]
}

function toLocalNode(node: AnyNode, place: RemotePlace): AnyNode {
  const local = localOf(node, place)
  const { content } = local
  const marks = marksOf(local)
  return {
    ...local,
    ...(Array.isArray(content)
      ? { content: contentOf(local).map((child) => toLocalNode(child, place)) }
      : {}),
    ...(marks.length > 0 ? { marks: localMarks(marks, place) } : {}),
  }
}

function localOf(node: AnyNode, { files, settings }: RemotePlace): AnyNode {
  const { type, attrs = {} } = node
  if ((type === 'media' || type === 'mediaInline') && typeof attrs.id === 'string') {
    const file = files.find(({ fileId }) => fileId === attrs.id)
    if (file === undefined) return node
    const { id: _, collection: __, ...described } = attrs
    const address = `attachment:${file.sha256}`
    const media = { ...described, type: 'external', url: address } as const
    return { ...node, attrs: type === 'media' ? media : inlineAttributes(media) }
  }
  if (type !== 'extension' && type !== 'inlineExtension') return node
  const key = textValue(attrs.extensionKey)
  const { formulaMacros, diagramMacros } = settings
  if (type === 'inlineExtension') {
    const isFormula = key !== '' && key === formulaMacros?.inline
    return isFormula ? { type, attrs: { ...formulaAttributes(bodyOf(attrs, 'body')) } } : node
  }
  if (key !== '' && key === formulaMacros?.block) return codeBlock(bodyOf(attrs, 'body'), 'math')
  const language = Object.keys(diagramMacros).find((name) => diagramMacros[name] === key)
  return language === undefined ? node : codeBlock(bodyOf(attrs, '__bodyContent'), language)
}

function codeBlock(text: string, language: string): AnyNode {
  return { type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] }
}

function bodyOf(attrs: Readonly<Record<string, unknown>>, name: string): string {
  const { macroParams } = Object(attrs.parameters)
  return textValue(Object(Object(macroParams)[name]).value)
}

function localMarks(marks: readonly AnyMark[], place: RemotePlace): readonly AnyMark[] {
  return marks.map((mark) => {
    const file = mark?.type === 'link' ? linkedFile(textValue(mark.attrs?.href), place) : undefined
    return file === undefined
      ? mark
      : { ...mark, attrs: { ...mark.attrs, href: linkReference(file) } }
  })
}

function linkReference({ sha256, name }: PlacedFile): string {
  const fileName = isImageName(name) ? undefined : (linkedFileName(name) ?? name)
  return `attachment:${sha256}${fileName === undefined ? '' : `/${encodeFileName(fileName)}`}`
}

function isImageName(name: string): boolean {
  return /^markport-[0-9a-f]{12}\.\w+$/.test(name)
}

function linkedFile(href: string, { baseUrl, pageId, files }: RemotePlace): PlacedFile | undefined {
  const start = `${baseUrl}/download/attachments/${encodeURIComponent(pageId)}/`
  if (!href.startsWith(start)) return undefined
  return files.find(({ name }) => href === start + encodeURIComponent(name))
}
