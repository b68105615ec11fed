/**
 * Finds edits of a page in Confluence as changes to its Markdown. Each change is verified by
 * converting the changed Markdown again.
 * @module
 */
import type { AnswerPageEdit } from '../../../contract/answers.ts'
import { fromTextParts, type Message } from '../../../contract/base/message.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { AnyNode } from '../../../convert/adf/any-node.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { align } from '../../../convert/compare/align.ts'
import { diffBlocks } from '../../../convert/compare/diff-blocks.ts'
import { mergeWords } from '../../../convert/compare/merge-words.ts'
import { MarkdownLimitError } from '../../../convert/markdown-limit-error.ts'
import { adfToMarkdown } from '../../../convert/render/adf-to-markdown.ts'
import { type SourceBlock, sourceBlocks } from '../../../convert/source-blocks.ts'
import type { SiteKind } from '../../../wiki/pages/recorded-pages.ts'
import type { BodyBlock, BodyDialect } from '../../body/page-body.ts'
import { siteKinds } from '../../body/site-kinds.ts'
import type { RemoteDocument } from '../../document/remote-images.ts'
import {
  type RemotePlace,
  toLocalNode,
  toRemoteDocument,
} from '../../document/to-remote-document.ts'

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
  const findFailed = (isRough = false): Try[] =>
    failedTries(tries, { lines, now, read: readMarkdown, isRough })
  for (let round = 0; round < maxRounds; round += 1) {
    const failed = findFailed()
    if (failed.length === 0) break
    for (const attempt of failed) attempt.at += 1
  }
  for (const attempt of findFailed()) attempt.isFailed = true
  const rough = new Set(findFailed(true))
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
  /** Whether the last form has only words, without formatting. */
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

/** Storage format gives only the words. */
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
  readonly isRough: boolean
}

function failedTries(tries: readonly Try[], { lines, now, read, isRough }: Trial): Try[] {
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

interface SourceUnit {
  readonly lines: SourceBlock['lines']
  /** Index of the first block; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

interface ImportedSource {
  readonly blocks: readonly BodyBlock[]
  readonly units: readonly SourceUnit[]
}

/**
 * @param title Undefined keeps a heading that repeats the title.
 * @throws {MarkdownLimitError} When the Markdown cannot be converted.
 */
function readImportedSource(
  markdown: string,
  title: string | undefined,
  dialect: BodyDialect,
  target: RemoteDocument,
): ImportedSource {
  const source = sourceBlocks(markdown, title === undefined ? {} : { title })
  const sources = dialect.write(
    toRemoteDocument(docOf(source.flatMap(({ nodes }) => nodes)), target),
  )
  const blocks: BodyBlock[] = []
  const units: SourceUnit[] = []
  const addBlocks = (newBlocks: readonly BodyBlock[]): void => {
    for (const block of newBlocks) blocks.push(block)
  }
  let at = 0
  for (const { nodes, lines } of source) {
    const start = blocks.length
    // In Confluence an image without attachment may be several blocks, and a macro is one block.
    const count = toRemoteDocument(docOf(nodes), target).content.length
    for (const blockSource of sources.slice(at, at + count)) addBlocks(read(dialect, [blockSource]))
    at += count
    units.push({ lines, start, end: blocks.length })
  }
  addBlocks(read(dialect, sources.slice(at)))
  return { blocks, units }
}

function read(dialect: BodyDialect, sources: readonly string[]): readonly BodyBlock[] {
  return sources.length === 0 ? [] : dialect.read(dialect.join(sources)).blocks
}

function docOf(content: AdfDoc['content']): AdfDoc {
  return { version: 1, type: 'doc', content }
}

interface EditedPlace {
  /** Lines from 1; for new blocks the second is one less than the first. */
  readonly lines: { readonly first: number; readonly last: number } | undefined
  readonly before: readonly BodyBlock[]
  readonly now: readonly BodyBlock[]
}

function findEditedPlaces(
  source: ImportedSource,
  base: readonly BodyBlock[],
  now: readonly BodyBlock[],
): EditedPlace[] {
  const { next, added } = diffBlocks(base, now)
  const units = unitsOf(source, base)
  const blocksOf = (indexes: readonly number[]): BodyBlock[] =>
    indexes.flatMap((index) => now[index] ?? [])
  const places: EditedPlace[] = []
  const placedUnits = new Set<SourceUnit>()
  const add = (place: EditedPlace): void => {
    if (place.before.length + place.now.length > 0) places.push(place)
  }
  const start = source.units.find(({ lines }) => lines !== undefined)?.lines?.first ?? 1
  let behind = start - 1
  add({ lines: newLines(behind), before: [], now: blocksOf(added.get(-1) ?? []) })
  for (let from = 0; from < base.length; ) {
    const unit = units[from]
    let to = from + 1
    while (to < base.length && unit !== undefined && units[to] === unit) to += 1
    const indexes: number[] = []
    let isEdited = false
    for (let index = from; index < to; index += 1) {
      const partner = next[index] as number
      const inside = index < to - 1 ? (added.get(index) ?? []) : []
      if (partner >= 0) indexes.push(partner)
      for (const addedIndex of inside) indexes.push(addedIndex)
      const isSame = partner >= 0 && now[partner]?.canonical === base[index]?.canonical
      if (!isSame || inside.length > 0) isEdited = true
    }
    // Confluence inserted blocks within one construct.
    const lines = unit === undefined || placedUnits.has(unit) ? undefined : unit.lines
    if (unit !== undefined) placedUnits.add(unit)
    const inserted = added.get(to - 1) ?? []
    // New blocks at the place of removed ones replace them.
    const isReplaced = indexes.length === 0 && lines !== undefined
    if (isReplaced) for (const addedIndex of inserted) indexes.push(addedIndex)
    if (isEdited) add({ lines, before: base.slice(from, to), now: blocksOf(indexes) })
    behind = Math.max(behind, lines?.last ?? 0)
    if (!isReplaced) add({ lines: newLines(behind), before: [], now: blocksOf(inserted) })
    from = to
  }
  return places
}

function newLines(behind: number): { first: number; last: number } {
  return { first: behind + 1, last: behind }
}

/** Find the unit of each block; Confluence may show some blocks in another form. */
function unitsOf(
  { blocks, units }: ImportedSource,
  base: readonly BodyBlock[],
): (SourceUnit | undefined)[] {
  const result: (SourceUnit | undefined)[] = base.map(() => undefined)
  const { next } = diffBlocks(blocks, base)
  for (const unit of units) {
    for (let index = unit.start; index < unit.end; index += 1) {
      const partner = next[index] as number
      if (partner >= 0) result[partner] = unit
    }
  }
  return result
}
