/**
 * Converts a document that is to be stored: Markdown to ADF as JSON text, with the images and files
 * embedded in it, within limits.
 * @module
 */
import { nodeText } from '../adf/node-text.ts'
import { markHeading } from '../adf/sections.ts'
import type { AdfNode } from '../adf/types.ts'
import { leastJsonLength, tooMuchAdf } from './adf-size.ts'
import { convertBlocks, type TakeBlock } from './convert-blocks.ts'
import { countWithoutDataUrls, shortenDataUrls } from './embedded-images/data-urls.ts'
import { type EmbeddedImage, embeddedImages } from './embedded-images/embedded-images.ts'
import { fit } from './fit.ts'
import { checkMarkdownSize } from './markdown-limit-error.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { jsonOfPlain, lengthOfPlain, type PlainBlock } from './plain-page.ts'
import type { Warning } from './warnings.ts'

export interface ConversionLimits {
  readonly maxDepth: number
  /** Bytes of Markdown, embedded images not counted. */
  readonly maxMarkdownBytes: number
  readonly maxAdfBytes: number
}

/** How a document becomes a page. */
export interface PageConversion extends ConversionLimits {
  readonly title?: string
}

export interface ConvertedDocument {
  /**
   * The ADF as JSON text in pieces; embedded files have the address `attachment:` with a digest.
   */
  readonly adf: readonly string[]
  /** The text that `adfToText` gives, with headings marked. */
  readonly text: string
  readonly warnings: readonly Warning[]
  /** The source, with an `attachment:` address in place of each embedded file. */
  readonly markdown: string
  /** The files behind the `attachment:` addresses. */
  readonly images: readonly EmbeddedImage[]
}

/**
 * Convert a document.
 * @throws {MarkdownLimitError} When it is over a limit.
 */
export function convertDocument(markdown: string, limits: PageConversion): ConvertedDocument {
  const shortened = shortenDataUrls(markdown)
  const images = embeddedImages(shortened.restore)
  const { adf, text, warnings } = markdownToPage(shortened.markdown, {
    maxDepth: limits.maxDepth,
    onLength(length) {
      if (length <= 2 * limits.maxAdfBytes) return
      checkMarkdownSize(countWithoutDataUrls(markdown), limits.maxMarkdownBytes)
      throw tooMuchAdf(undefined, limits.maxAdfBytes)
    },
    resolveImage: images.resolve,
    resolveLink: images.resolveLink,
    ...(limits.title === undefined ? {} : { title: limits.title }),
  })
  const source = shortened.withReferences(images.references)
  const counted = shortened.withReferences(new Map([...images.references, ...images.dropped]))
  checkMarkdownSize(Buffer.byteLength(counted), limits.maxMarkdownBytes)
  // Check before restoring: one data URL may stand in many places, and each would become as long.
  checkAdfSize(sumOf(adf, shortened.restoredLength), limits.maxAdfBytes)
  const restored = adf.map(shortened.restore)
  checkAdfSize(sumOf(restored, Buffer.byteLength), limits.maxAdfBytes)
  return {
    adf: restored,
    text: shortened.restore(text),
    warnings,
    markdown: source,
    images: images.list(),
  }
}

function checkAdfSize(bytes: number, maxAdfBytes: number): void {
  if (bytes > maxAdfBytes) throw tooMuchAdf(bytes, maxAdfBytes)
}

function sumOf(pieces: readonly string[], sizeOf: (piece: string) => number): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
}

export interface MarkdownPage {
  /** What `markdownToAdf` gives, as JSON pieces that are cut between blocks. */
  readonly adf: readonly string[]
  /** The text that `adfToText` gives, with headings marked. */
  readonly text: string
  readonly warnings: readonly Warning[]
}

export interface TextOptions extends MarkdownOptions {
  /** Receives a lower bound of the length before anything is written; throws to stop. */
  readonly onLength?: (length: number) => void
}

/** JSON, or nodes that become JSON once all links are known. */
type Part = string | PlainBlock | readonly AdfNode[]

/**
 * Convert a Markdown document, as `markdownToAdf` does.
 * @param markdown CommonMark with GFM.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function markdownToPage(
  markdown: string,
  { onLength, ...options }: TextOptions = {},
): MarkdownPage {
  const written: Part[] = []
  const jsonOf = jsonWriter(onLength)
  let batch: AdfNode[] = []
  let hasLinks = false
  let text = ''
  const writeBatch = (): void => {
    if (batch.length === 0) return
    written.push(hasLinks ? batch : jsonOf(batch))
    batch = []
    hasLinks = false
  }
  const addLine = (line: string): void => {
    if (line !== '') text += text === '' ? line : `\n${line}`
  }
  const take: TakeBlock = (block, context) => {
    const nodes = fit(block, context)
    for (const node of nodes) {
      batch.push(node)
      addLine(nodeText(node, markHeading))
    }
    hasLinks ||= context.hasLinks
    if (batch.length >= batchSize) writeBatch()
    return nodes
  }
  const converted = convertBlocks(markdown, options, take, (block) => {
    writeBatch()
    written.push(block.links.length === 0 ? jsonOf(block) : block)
    addLine(block.text)
  })
  if (batch.length === 0 && written.length === 0) batch.push({ type: 'paragraph' })
  writeBatch()
  converted.pointLinks()
  return { adf: documentOf(written, jsonOf), text, warnings: converted.warnings.list() }
}

function documentOf(parts: readonly Part[], jsonOf: JsonWriter): string[] {
  const pieces: string[] = []
  let piece = '{"version":1,"type":"doc","content":['
  for (const [index, part] of parts.entries()) {
    if (index > 0) piece += ','
    piece += typeof part === 'string' ? part : jsonOf(part)
    if (piece.length < pieceLength) continue
    pieces.push(piece)
    piece = ''
  }
  return [...pieces, `${piece}]}`]
}

/**
 * Above 128 KB V8 asks the system for memory for each string, which takes longer than writing it;
 * and one character beyond Latin-1 doubles the size of its string.
 */
const pieceLength = 16 * 1024

/** Writing blocks one by one is slower, and all at once takes too much memory. */
const batchSize = 256

type JsonWriter = (blocks: Exclude<Part, string>) => string

function jsonWriter(onLength: TextOptions['onLength']): JsonWriter {
  let written = 0
  return (blocks) => {
    const isPlain = 'json' in blocks
    onLength?.(written + (isPlain ? lengthOfPlain(blocks) : leastJsonLength(blocks)))
    const json = isPlain ? jsonOfPlain(blocks) : JSON.stringify(blocks).slice(1, -1)
    written += json.length
    return json
  }
}
