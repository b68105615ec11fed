/** The heading that says the title of its page, which the page shows already. @module */
import { isAnchor } from './anchor-macro.ts'
import { headingText } from './headings.ts'
import type { LooseNode } from './loose-adf.ts'

/**
 * Find the heading that opens a document and says exactly its page's title. Only what has no words of
 * its own may stand before it, images and dividing lines say; and something must be left to be a page.
 * @param blocks The whole document.
 * @param title The title.
 */
export function findTitleHeading(
  blocks: readonly LooseNode[],
  title: string,
): LooseNode<'heading'> | undefined {
  if (blocks.length === 1) return undefined
  const first = blocks.find(hasWords)
  if (first?.type !== 'heading' || !isPlain(first)) return undefined
  const wanted = comparable(title)
  return wanted !== '' && comparable(headingText(first, ' ')) === wanted ? first : undefined
}

function hasWords({ type, content = [] }: LooseNode): boolean {
  if (type === 'rule' || type === 'mediaSingle') return false
  return type !== 'paragraph' || !content.every(isWordless)
}

function isWordless(node: LooseNode): boolean {
  if (node.type === 'text') return node.text.trim() === ''
  return node.type === 'mediaSingle' || node.type === 'hardBreak' || isAnchor(node)
}

/** Formatting may go with a heading; a link or an image would be lost. */
function isPlain({ content = [] }: LooseNode<'heading'>): boolean {
  return content.every(({ type, marks = [] }) => {
    if (type === 'hardBreak') return true
    return type === 'text' && marks.every((mark) => mark.type !== 'link')
  })
}

function comparable(words: string): string {
  return words.trim().replace(/\s+/g, ' ').normalize('NFC')
}
