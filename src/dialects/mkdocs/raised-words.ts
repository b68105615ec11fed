/** `x^2^` and `H~2~O`: letters above and below the line. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/tilde/ */
export const mkdocsRaisedWords: Construct = {
  name: 'letters above and below the line',
  written: 'x^2^ and H~2~O',
  becomes: 'x<sup>2</sup> and H<sub>2</sub>O',
  sign: /[\p{L}\p{N})\]][~^][^\s~^]+[~^]/u,
  read: (lines) =>
    mapText(lines, (text) =>
      /[~^]/.test(text)
        ? replaceAmongWords(text, raised, ([, mark, words]) =>
            mark === '^' ? `<sup>${words}</sup>` : `<sub>${words}</sub>`,
          )
        : text,
    ),
}

/** Only behind a word: elsewhere a tilde says "about", and a caret may be anything. */
const raised = /(?<=[\p{L}\p{N})\]])([~^])([\p{L}\p{N}+\-−.,()]{1,50})\1(?![~^\p{N}])/gu
