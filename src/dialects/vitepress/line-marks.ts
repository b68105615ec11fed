/** Comments in code that only colour a line: `// [!code focus]`. @module */
import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'

const mark =
  /\s{0,200}(?:\/\/|\/\*|#|<!--|--|;|%|\{\/\*)\s*\[!code\s[^\]\n]{1,100}\]\s*(?:\*\/\}?|-->)?\s*$/

/** https://vitepress.dev/guide/markdown#focus-in-code-blocks */
export const vitepressLineMarks: Construct = {
  name: 'mark of a line of code',
  written: '```js\nlet a = 1 // [!code focus]\n```',
  becomes: '```js\nlet a = 1\n```',
  sign: /\[!code\s/,
  inCode: { written: '```js\nlet a = 1 // [!code ++]\n```', becomes: '```js\nlet a = 1\n```' },
  read: (lines) =>
    mapCode(lines, (code, kind) =>
      kind === 'line' && code.includes('[!code ') ? code.replace(mark, '') : code,
    ),
}
