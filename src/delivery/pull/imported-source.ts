/** The Markdown of a page beside the blocks that Confluence would show for it. @module */
import type { AdfDoc } from '../../adf/types.ts'
import type { BodyBlock, BodyDialect } from '../../confluence/body/body-dialect.ts'
import type { RemoteDocument } from '../../confluence/document/remote-context.ts'
import { toRemoteDocument } from '../../confluence/document/to-remote-document.ts'
import { type SourceBlock, sourceBlocks } from '../../convert/source-blocks.ts'

/** Blocks that were written as one construct. */
export interface SourceUnit {
  readonly lines: SourceBlock['lines']
  /** The first of its blocks, and the one behind the last. */
  readonly start: number
  readonly end: number
}

export interface ImportedSource {
  readonly blocks: readonly BodyBlock[]
  /** In the order of the blocks. */
  readonly units: readonly SourceUnit[]
}

/**
 * Read Markdown as an import would write it.
 * @param markdown The Markdown.
 * @param title Of its page; undefined keeps a heading that says it.
 * @param dialect How bodies are written.
 * @param wanted What is known of the page and its site.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function readImportedSource(
  markdown: string,
  title: string | undefined,
  dialect: BodyDialect,
  wanted: RemoteDocument,
): ImportedSource {
  const source = sourceBlocks(markdown, title === undefined ? {} : { title })
  const written = dialect.write(
    toRemoteDocument(docOf(source.flatMap(({ nodes }) => nodes)), wanted),
  )
  const blocks: BodyBlock[] = []
  const units: SourceUnit[] = []
  const put = (more: readonly BodyBlock[]): void => {
    for (const block of more) blocks.push(block)
  }
  let at = 0
  for (const { nodes, lines } of source) {
    const start = blocks.length
    // An image that is not attached may be several blocks there, as a macro may be one here.
    const count = toRemoteDocument(docOf(nodes), wanted).content.length
    for (const one of written.slice(at, at + count)) put(read(dialect, [one]))
    at += count
    units.push({ lines, start, end: blocks.length })
  }
  put(read(dialect, written.slice(at)))
  return { blocks, units }
}

function read(dialect: BodyDialect, written: readonly string[]): readonly BodyBlock[] {
  return written.length === 0 ? [] : dialect.read(dialect.join(written)).blocks
}

function docOf(content: AdfDoc['content']): AdfDoc {
  return { version: 1, type: 'doc', content }
}
