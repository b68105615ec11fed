/** The blocks of a document with their source lines. @module */
import { append, countWhile } from '../contract/base/lists.ts'
import type { AdfDoc } from './adf/types.ts'
import { splitLines } from './code/line-reader.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { convertMarkdown } from './markdown-to-page.ts'
import type { NodeType, ParsedNodes } from './parsed-nodes.ts'
import type { TopBlock } from './writer/adf-writer.ts'

/** What one construct at the top of a document became. */
export interface SourceBlock {
  readonly nodes: AdfDoc['content']
  /**
   * Lines from 1, inclusive; undefined for blocks that are shown elsewhere than they are written.
   */
  readonly lines: { readonly first: number; readonly last: number } | undefined
}

/**
 * Convert a document block by block.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function sourceBlocks(markdown: string, options: MarkdownOptions = {}): SourceBlock[] {
  const topBlocks: TopBlock[] = []
  const { conversion, endPage } = convertMarkdown(markdown, { ...options, topBlocks })
  const pieces = readPieces(endPage().adf, topBlocks)
  const constructs = readConstructs(conversion.nodes, markdown)
  const blocks: { nodes: AdfDoc['content'][number][]; construct: Construct | undefined }[] = []
  for (const { line, nodes } of pieces) {
    const construct = constructAt(constructs, line)
    const last = blocks.at(-1)
    if (last !== undefined && last.construct === construct) append(last.nodes, nodes)
    else blocks.push({ nodes: [...nodes], construct })
  }
  const starts = new Set(blocks.map(({ construct }) => construct))
  let furthest = -1
  return blocks.map(({ nodes, construct }) => {
    // Footnotes of an earlier construct are shown at the end of the page too.
    if (construct === undefined || construct.index < furthest) return { nodes, lines: undefined }
    furthest = construct.index
    return { nodes, lines: linesOf(construct, constructs, starts) }
  })
}

/** A top-level construct of Markdown as it is written. */
export interface MarkdownBlock {
  /** What kind of construct it is. */
  readonly kind: string
  readonly text: string
}

/** Split Markdown at its top-level constructs, without the blank lines between them. */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const lines = splitLines(markdown)
  const { conversion } = convertMarkdown(markdown, {})
  const constructs = readConstructs(conversion.nodes, markdown)
  return constructs.map(({ type: kind, first }, index) => {
    const next = constructs[index + 1]?.first ?? lines.length + 1
    const text = lines.slice(first - 1, next - 1).join('\n')
    return { kind, text: text.trimEnd() }
  })
}

/** Read what became of each block at the top. */
function readPieces(json: readonly string[], topBlocks: readonly TopBlock[]) {
  return topBlocks
    .map(({ line, piece }, index) => {
      const next = topBlocks[index + 1]?.piece ?? json.length - 1
      const written = json.slice(piece, next).join('')
      const nodes: AdfDoc['content'] = JSON.parse(`[${written.replace(/^,/, '')}]`)
      return { line, nodes }
    })
    .filter(({ nodes }) => nodes.length > 0)
}

interface Construct {
  readonly index: number
  readonly type: NodeType
  readonly isComment: boolean
  readonly first: number
  readonly last: number
}

function readConstructs(nodes: ParsedNodes, markdown: string): Construct[] {
  const lines = splitLines(markdown)
  const constructs: Construct[] = []
  for (const id of nodes.childrenOf(0)) {
    const type = nodes.typeOf(id)
    const lastLine = nodes.lastLineOf(id)
    if (lastLine === 0) continue
    const isComment = type === 'html' && nodes.valueOf(id).startsWith('<!--')
    const first = nodes.lineOf(id)
    let last = Math.min(lastLine, lines.length)
    while (last > first && lines[last - 1]?.trim() === '') last -= 1
    // The parser does not count the line that closes an admonition.
    if (type === 'blockquote' && /^\s*:{3,}\s*$/.test(lines[last] ?? '')) last += 1
    constructs.push({ index: constructs.length, type, isComment, first, last })
  }
  // The parser may report that unclosed code ends where the next construct begins.
  return constructs.map((one, index) => {
    const next = constructs[index + 1]?.first ?? one.last + 1
    return { ...one, last: Math.max(one.first, Math.min(one.last, next - 1)) }
  })
}

function constructAt(constructs: readonly Construct[], line: number): Construct | undefined {
  const construct = constructs[countWhile(constructs, ({ first }) => first <= line) - 1]
  return construct === undefined || construct.last < line ? undefined : construct
}

function linesOf(
  construct: Construct,
  constructs: readonly Construct[],
  starts: ReadonlySet<Construct | undefined>,
): SourceBlock['lines'] {
  const { first, type } = construct
  // Footnotes are shown at the end of the page, wherever they are written.
  if (type === 'footnoteDefinition') return undefined
  let { last } = construct
  if (type !== 'html') return { first, last }
  // An element may go on until another construct closes it.
  for (let at = construct.index + 1; at < constructs.length; at += 1) {
    const next = constructs[at] as Construct
    if (starts.has(next) || next.isComment || /efinition$/.test(next.type)) break
    last = next.last
  }
  return { first, last }
}
