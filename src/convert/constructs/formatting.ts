/** Formatting: each is a mark. @module */
import type { NodeType } from '../parsed-nodes.ts'
import { bits } from '../writer/marks.ts'
import type { MarkdownConstruct, WriteInline } from './construct.ts'

export const emphasis: MarkdownConstruct = formatting('emphasis', '*a*', 'em')
export const strong: MarkdownConstruct = formatting('strong', '**a**', 'strong')
export const strike: MarkdownConstruct = formatting('delete', '~~a~~', 'strike')

function formatting(
  node: NodeType,
  written: string,
  mark: 'em' | 'strong' | 'strike',
): MarkdownConstruct {
  const json = `{"type":"${mark}"}`
  const write: WriteInline = (id, marks, conversion) =>
    conversion.inlines(id, marks.with(bits[mark], json))
  return {
    docs: [
      [
        `\`${written}\``,
        `mark \`${mark}\`, beside Chinese, Japanese and Korean without spaces too`,
      ],
    ],
    examples: { [written]: `paragraph("a" ${mark})` },
    inlines: { [node]: write },
  }
}
