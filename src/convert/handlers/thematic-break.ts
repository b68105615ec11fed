/** A dividing line. @module */
import type { ThematicBreak } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock } from '../plain-page.ts'

export const thematicBreak: BlockHandler<ThematicBreak> = (node) => [
  { type: 'rule', line: lineOf(node) },
]

export const writeThematicBreak: WriteBlock = () => '{"type":"rule"}'
