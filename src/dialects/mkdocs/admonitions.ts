/** `!!! type "Title"`, above indented content. @module */
import type { Construct } from '../construct.ts'
import { readWithQuotes } from '../quotes.ts'
import { type IndentedBlock, readIndentedBlocks } from './indented-blocks.ts'

/** https://python-markdown.github.io/extensions/admonition/ */
export const mkdocsAdmonitions: Construct = {
  name: 'admonition, of any type',
  written: '!!! pied-piper inline end "A *title*"\n    Text',
  becomes: ':::note[A *title*]\nText\n:::',
  sign: /!!!/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findAdmonition)),
}

const opening = /^!!! ?([a-z][\w-]*)(?: +[\w-]+)*(?: +"(.*)")?$/i

function findAdmonition(text: string): IndentedBlock | undefined {
  const [, type, title] = (text.startsWith('!!!') && opening.exec(text)) || []
  return type === undefined ? undefined : { kind: 'admonition', type, title }
}
