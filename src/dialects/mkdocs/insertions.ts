/** `^^Words^^` that are inserted. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/caret/ */
export const mkdocsInsertions: Construct = {
  name: 'inserted words',
  written: '^^inserted^^',
  becomes: '<ins>inserted</ins>',
  sign: /\^\^/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.includes('^^')
        ? replaceAmongWords(text, insertion, ([, words]) => `<ins>${words}</ins>`)
        : text,
    ),
}

const insertion = /(?<!\^)\^\^(?![\s^])([^^]{0,1000}[^^\s])\^\^(?!\^)/g
