/** Reads the words of headings in the Markdown, from which generators make names. @module */
import { splitHeadingName } from '../adf/heading-names.ts'
import { readImageSize } from './image-sizes.ts'
import type { ParsedNodes } from './parsed-nodes.ts'

/** What a heading says, with emoji by name as they are written. */
export interface HeadingWords {
  readonly words: string
  /** The words with the descriptions of images among them. */
  readonly described: string
  /** Whether generators name it by its words: HTML and `# T {#name}` give names of their own. */
  readonly isUnnamed: boolean
}

/** Read the words of a document's Markdown headings, by their lines. */
export function writtenWords(nodes: ParsedNodes): ReadonlyMap<number, HeadingWords> {
  const headings = new Map<number, HeadingWords>()
  for (let id = 0; id < nodes.count; id += 1) {
    if (nodes.typeOf(id) !== 'heading') continue
    const { text, name } = splitHeadingName(wordsOf(nodes, id, false))
    headings.set(nodes.lineOf(id), {
      words: text,
      described: splitHeadingName(wordsOf(nodes, id, true)).text,
      isUnnamed: name === undefined,
    })
  }
  return headings
}

function wordsOf(nodes: ParsedNodes, id: number, isDescribed: boolean): string {
  let words = ''
  const count = nodes.childCount(id)
  for (let index = 0; index < count; index += 1) {
    const child = nodes.childOf(id, index)
    const type = nodes.typeOf(child)
    if (type === 'text' || type === 'inlineCode' || type === 'inlineMath') {
      words += nodes.valueOf(child)
    } else if (type === 'image' || type === 'imageReference') {
      if (isDescribed) words += readImageSize(nodes.altOf(child)).alt
    } else words += wordsOf(nodes, child, isDescribed)
  }
  return words
}
