/** Merges people's edits of a page with an import. @module */
import { type Task, textOf } from '../../../contract/base/message.ts'
import { type ChosenBlock, mergeBlocks } from '../../../convert/compare/diff-blocks.ts'
import { type MarkdownBlock, markdownBlocks } from '../../../convert/source-blocks.ts'
import type { PrepareImportOptions } from '../import-work.ts'
import { prepareDocument } from '../prepare-import.ts'
import { documentMessage, type ExtractDocument } from '../prepared-document.ts'
import { withinLimits } from '../read-request.ts'

export interface PageToMerge {
  readonly title: string
  readonly removeTitleHeading: boolean
}

/**
 * Merge block by block; `ours` wins where both sides changed a block.
 * @param base The text that the last import sent.
 * @param theirs The text of the page, with people's edits.
 */
function mergeMarkdown(base: string, theirs: string, ours: string): string {
  const [baseBlocks, theirBlocks, ourBlocks] = [base, theirs, ours].map(blocksOf) as [
    Block[],
    Block[],
    Block[],
  ]
  const mergedBlocks = mergeBlocks(baseBlocks, theirBlocks, ourBlocks)
  const blockOf = ({ from, index }: ChosenBlock): string =>
    ((from === 'ours' ? ourBlocks : theirBlocks)[index] as Block).canonical
  const texts = mergedBlocks.map(blockOf)
  // Keep the exact text when the result is all from one side.
  if (isEqual(texts, theirBlocks)) return theirs
  return isEqual(texts, ourBlocks) ? ours : `${texts.join('\n\n')}\n`
}

type Block = ReturnType<typeof blocksOf>[number]

function blocksOf(markdown: string) {
  return markdownBlocks(markdown).map(({ kind, text }: MarkdownBlock) => {
    return { kind, text, canonical: text }
  })
}

function isEqual(texts: readonly string[], blocks: readonly Block[]): boolean {
  return (
    texts.length === blocks.length &&
    texts.every((text, index) => text === blocks[index]?.canonical)
  )
}

/**
 * @returns A task that takes the page, its options, and three texts of Markdown, and returns the
 * merged document, or throws a `RequestError` with `bad-request`.
 */
export function mergeImport(extract: ExtractDocument): Task {
  return ({ value, parts }) => {
    const { title, removeTitleHeading, ...options } = value as PageToMerge & PrepareImportOptions
    const [base, theirs, ours] = parts.map(textOf) as [string, string, string]
    const content = withinLimits(() => mergeMarkdown(base, theirs, ours))
    return documentMessage(
      prepareDocument({ title, content, removeTitleHeading }, options, extract),
    )
  }
}
