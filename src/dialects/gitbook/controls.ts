/** `<select>` and `<button>`: what readers would use on the site. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

/** https://gitbook.com/docs/creating-content/blocks/table */
export const gitbookControls: Construct = {
  name: 'choices of a column: left out; button: its words',
  written:
    '<th>Status<select><option value="1" label="Done"></option></select></th> <button>Ask</button>',
  becomes: '<th>Status</th> Ask',
  sign: /<(?:select|button)\b/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!/<(?:select|button)\b/.test(text)) return text
      const chosen = replaceMatches(text, choices, () => '')
      return replaceMatches(chosen, button, ([, words = '']) => words)
    }),
}

const choices =
  /<select\b[^<>]{0,500}>(?:\s{0,9}<option\b[^<>]{0,1000}>[^<>]{0,500}(?:<\/option>)?){0,200}\s{0,9}<\/select>/g
const button = /<button\b[^<>]{0,1000}>([^<>]{0,1000})<\/button>/g
