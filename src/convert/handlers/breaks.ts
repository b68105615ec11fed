/** Converts hard line breaks and thematic breaks. @module */
import type { Break, ThematicBreak } from 'mdast'
import type { BlockHandler, InlineHandler } from '../conversion.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock, WriteInline } from '../plain-page.ts'

export const hardBreak: InlineHandler<Break> = () => [{ type: 'hardBreak' }]

export const writeHardBreak: WriteInline = (_, __, page) => {
  page.words += '\n'
  return '{"type":"hardBreak"}'
}

export const thematicBreak: BlockHandler<ThematicBreak> = (node) => [
  { type: 'rule', line: lineOf(node) },
]

export const writeThematicBreak: WriteBlock = () => '{"type":"rule"}'
