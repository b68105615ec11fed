/** A line break that the writer asked for. @module */
import type { Break } from 'mdast'
import type { InlineHandler } from '../conversion.ts'

export const hardBreak: InlineHandler<Break> = () => [{ type: 'hardBreak' }]
