/** Comments in code that only colour a line: `// [!code focus]`. @module */
import type { Construct } from '../construct.ts'
import { kindsOf } from '../line.ts'

const mark =
  /\s{0,200}(?:\/\/|\/\*|#|<!--|--|;|%|\{\/\*)\s*\[!code\s[^\]\n]{1,100}\]\s*(?:\*\/\}?|-->)?\s*$/

/** https://vitepress.dev/guide/markdown#focus-in-code-blocks */
export const vitepressLineMarks: Construct = {
  name: 'mark of a line of code',
  written: '```js\nlet a = 1 // [!code focus]\n```',
  becomes: '```js\nlet a = 1\n```',
  sign: /\[!code\s/,
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.map((one, index) =>
      kinds[index] === 'code' && one.text.includes('[!code ')
        ? { ...one, text: one.text.replace(mark, '') }
        : one,
    )
  },
}
