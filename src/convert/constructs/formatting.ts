/** Formatting: each is a mark. @module */
import type { Conversion } from '../conversion.ts'
import type { NodeType } from '../parsed-nodes.ts'
import { bits, codeMarks, type TextMarks } from '../writer/marks.ts'
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

export const inlineCode: MarkdownConstruct = {
  docs: [
    ['`` `code` ``', 'mark `code`, which stands alone', '`mark-dropped`'],
    ['linked code', "mark `link`: Confluence's editor takes the look of code away, too"],
  ],
  examples: {
    '**a `b`**': 'paragraph("a " strong, "b" code)',
    '[`a`](/u)': 'paragraph("a" link /u)',
  },
  inlines: {
    inlineCode: (id, marks, conversion) =>
      writeCode(conversion.nodes.valueOf(id), conversion.nodes.lineOf(id), marks, conversion),
  },
}

/** Write code, with a warning where other marks are lost by it; a link wins over code. */
export function writeCode(
  words: string,
  line: number,
  marks: TextMarks,
  { sentence, warnings }: Conversion,
): void {
  if (marks.has(bits.link)) sentence.text(words, marks)
  else {
    if (marks.authorBits !== 0) warnings.add('mark-dropped', line)
    sentence.text(words, codeMarks)
  }
}
