/** A block of code named `mdx-code-block`, which is no code: other readers of Markdown see it so. @module */
import type { Construct } from '../construct.ts'
import { kindsOf } from '../line.ts'

const opening = /^[\s>]*(?:`{3,}|~{3,})\s*mdx-code-block\b/

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
export const docusaurusMdxCode: Construct = {
  name: 'MDX that stands as code',
  written: '```mdx-code-block\n<Note>Some words.</Note>\n```',
  becomes: '> [!NOTE]\n> Some words.',
  sign: /[`~]{3}\s*mdx-code-block\b/,
  read(lines) {
    const kinds = kindsOf(lines)
    let isInside = false
    return lines.filter(({ text }, index) => {
      if (kinds[index] !== 'fence') return true
      const closes = isInside
      isInside = !closes && opening.test(text)
      return !closes && !isInside
    })
  },
}
