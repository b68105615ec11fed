/** A block of code named `mdx-code-block`, which is no code: other readers of Markdown see it so. @module */
import { mapFencedBlocks, openedLine } from '../code-lines.ts'
import type { Construct } from '../construct.ts'

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
export const docusaurusMdxCode: Construct = {
  name: 'MDX that stands as code',
  written: '```mdx-code-block\n<Note>Some words.</Note>\n```',
  becomes: '> [!NOTE]\n> Some words.',
  sign: /[`~]{3}\s*mdx-code-block\b/,
  inCode: { written: '```mdx-code-block\nSome words.\n```', becomes: 'Some words.' },
  read: (lines, context) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      if (!/^mdx-code-block\b/.test(info)) {
        return [opening, ...code, ...(closing === undefined ? [] : [closing])]
      }
      const texts = code.map(({ text }) => openedLine(text)?.content ?? '')
      const { prefix = '' } = openedLine(code[0]?.text ?? '') ?? {}
      return context.linesOf(texts.join('\n')).map(({ text }, index) => ({
        text: prefix.slice(0, -1) + text,
        line: (code[index] ?? opening).line,
      }))
    }),
}
