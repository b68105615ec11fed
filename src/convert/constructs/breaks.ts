/** Hard breaks, and dividing lines. @module */
import type { AdfWriter } from '../writer/adf-writer.ts'
import type { MarkdownConstruct } from './construct.ts'

export const hardBreak: MarkdownConstruct = {
  docs: [['hard break, `<br>`', '`hardBreak`']],
  examples: { 'a\\\nb': 'paragraph("a", hardBreak, "b")' },
  inlines: { break: (_, __, { sentence }) => sentence.lineBreak() },
}

export const thematicBreak: MarkdownConstruct = {
  docs: [['dividing line', '`rule`']],
  examples: { '---': 'rule' },
  blocks: { thematicBreak: (id, { nodes, writer }) => writeRule(nodes.lineOf(id), writer) },
}

export function writeRule(line: number, writer: AdfWriter): void {
  writer.block('rule', line, '{"type":"rule"}', '', 'wordless')
}
