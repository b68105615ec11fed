/** The table of plain constructs: which writer writes which kind of Markdown node. @module */
import type { AdfNodeType } from '../../adf/types.ts'
import type { BlockType, InlineType } from '../parse-markdown.ts'
import { byNumber } from '../parsed-nodes.ts'
import type { WriteBlock, WriteInline } from '../plain-page.ts'
import { writeBlockquote } from './blockquote.ts'
import { writeCode } from './code.ts'
import { writeEmphasis, writeStrike, writeStrong } from './formatting.ts'
import { writeFrontMatter } from './front-matter.ts'
import { writeHardBreak } from './hard-break.ts'
import { writeHeading } from './heading.ts'
import { writeInlineCode } from './inline-code.ts'
import { writeLink, writeLinkReference } from './link.ts'
import { writeList } from './list.ts'
import { writeParagraph } from './paragraph.ts'
import { writeTable } from './table.ts'
import { writeText } from './text.ts'
import { writeThematicBreak } from './thematic-break.ts'

interface BlockWriter {
  /**
   * What it writes, in most cases; whatever may hold one kind of list may hold the other. One without a
   * type writes nothing.
   */
  readonly type?: AdfNodeType
  readonly write: WriteBlock
}

const blocks: { readonly [Type in BlockType]?: BlockWriter } = {
  blockquote: { type: 'blockquote', write: writeBlockquote },
  code: { type: 'codeBlock', write: writeCode },
  definition: { write: writeNothing },
  footnoteDefinition: { write: writeNothing },
  heading: { type: 'heading', write: writeHeading },
  list: { type: 'bulletList', write: writeList },
  paragraph: { type: 'paragraph', write: writeParagraph },
  table: { type: 'table', write: writeTable },
  thematicBreak: { type: 'rule', write: writeThematicBreak },
  toml: { write: writeFrontMatter },
  yaml: { write: writeFrontMatter },
}

const inlines: { readonly [Type in InlineType]?: WriteInline } = {
  break: writeHardBreak,
  delete: writeStrike,
  emphasis: writeEmphasis,
  inlineCode: writeInlineCode,
  link: writeLink,
  linkReference: writeLinkReference,
  strong: writeStrong,
  text: writeText,
}

/** Constructs that stand one below the other, by the parser's numbers; a block of any other is not plain. */
export const blockWriters: readonly (BlockWriter | undefined)[] = byNumber(blocks)

/** Constructs inside a sentence. */
export const inlineWriters: readonly (WriteInline | undefined)[] = byNumber(inlines)

/** Definitions are used where something refers to them; footnotes stand at the end. */
function writeNothing(): string {
  return ''
}
