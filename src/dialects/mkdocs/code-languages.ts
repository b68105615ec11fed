/** `` `#!py range()` ``: code within a sentence that names its language, which a wiki does not colour. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/inlinehilite/ */
export const mkdocsCodeLanguages: Construct = {
  name: 'code of some language within a sentence',
  written: 'The function `#!py range()`',
  becomes: 'The function `range()`',
  sign: /`#!\w|` #!\w/,
  read: (lines) =>
    mapText(lines, (text) => (text.includes('#!') ? text.replace(code, unmarked) : text)),
}

const code = /(?<!`)(`+)(?!`)((?:(?!\1(?!`)).)+?)\1(?!`)/g

function unmarked(_: string, marks: string, inside: string): string {
  return marks + inside.replace(/^( ?)#![a-z][\w+-]{0,30} +(?=\S)/i, '$1') + marks
}
