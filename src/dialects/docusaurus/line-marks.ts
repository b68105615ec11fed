/** Comments in code that only colour lines: `// highlight-next-line`. @module */
import type { Construct } from '../construct.ts'
import { kindsOf } from '../line.ts'

const mark =
  /^\s*(?:(\/\/|\/\*)|#|<!--|--|%|rem|\{\/\*)\s*(?:[a-z]{1,20}-){1,4}(?:next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/i
const inMarkdown = /^[\s>]*(?:[`~]{3,})\s*(?:md|mdx|markdown)\b/

/** https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments */
export const docusaurusLineMarks: Construct = {
  name: 'mark of lines of code',
  written: '```js\n// highlight-next-line\nlet a = 1\n```',
  becomes: '```js\nlet a = 1\n```',
  sign: /-(?:next-line|start|end)\b/i,
  read(lines) {
    const kinds = kindsOf(lines)
    let isMarkdown = false
    return lines.filter(({ text }, index) => {
      if (kinds[index] === 'fence') isMarkdown = inMarkdown.test(text)
      if (kinds[index] !== 'code' || text.length > 200) return true
      const [found, isOfPrograms] = mark.exec(text) ?? []
      // Markdown about code shows its comments.
      return found === undefined || (isMarkdown && isOfPrograms !== undefined)
    })
  },
}
