/** A line break that the writer asked for. @module */
import type { Break } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import type { WriteInline } from '../plain-page.ts'

export const hardBreak: InlineHandler<Break> = () => [{ type: 'hardBreak' }]

export const writeHardBreak: WriteInline = (_, __, page) => {
  page.words += '\n'
  return '{"type":"hardBreak"}'
}
