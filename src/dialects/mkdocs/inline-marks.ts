/**
 * Reads marks around words: edits, insertions, raised and lowered text, keys, and code languages.
 * @module
 */

import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { type Line, mapText } from '../line.ts'
import { wordsToHtml } from '../parts/words.ts'
import { replaceAmongWords, replaceInWords } from '../words.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/critic/ */
export const mkdocsEdits: Construct = {
  name: "an editor's marks",
  written: '{++more++} {--less--} {~~old~>new~~} {==this==}{>>why<<}',
  becomes: '<ins>more</ins> <del>less</del> <del>old</del><ins>new</ins> <mark>this</mark> (why)',
  sign: /\{(?:\+\+|--|~~|==|>>)/,
  read: (lines) => replaceInWords(withoutBlockMarks(lines), '{', edit, shown),
}

function withoutBlockMarks(lines: readonly Line[]): readonly Line[] {
  const isClosed = lines.some(({ text }) => /^\s*(?:==|\+\+)\}\s*$/.test(text))
  return isClosed ? mapText(lines, (text) => (blockMark.test(text) ? '' : text)) : lines
}

const blockMark = /^\s*(?:\{(?:==|\+\+)|(?:==|\+\+)\})\s*$/

/** The content must not contain braces, which bounds the search. */
const edit =
  /\{\+\+([^{}]+)\+\+\}|\{--([^{}]+)--\}|\{~~([^{}]*?)~>([^{}]*)~~\}|\{==([^{}]+)==\}|\{>>([^{}]+)<<\}/g

function shown(match: RegExpMatchArray): string {
  const [, added, removed, before, after, marked, said] = match
  if (added !== undefined) return `<ins>${added}</ins>`
  if (removed !== undefined) return `<del>${removed}</del>`
  if (marked !== undefined) return `<mark>${marked}</mark>`
  if (said !== undefined) return ` (${said.trim()})`
  return `${before && `<del>${before}</del>`}${after && `<ins>${after}</ins>`}`
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/caret/ */
export const mkdocsInsertions: Construct = {
  name: 'inserted words',
  written: '^^inserted^^',
  becomes: '<ins>inserted</ins>',
  sign: /\^\^/,
  read: (lines) => replaceInWords(lines, '^^', insertion, ([, words]) => `<ins>${words}</ins>`),
}

const insertion = /(?<!\^)\^\^(?![\s^])([^^]{0,1000}[^^\s])\^\^(?!\^)/g

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

/** Only behind a word: elsewhere a tilde may mean "about". */
const raised = /(?<=[\p{L}\p{N})\]])([~^])([\p{L}\p{N}+\-−.,()]{1,50})\1(?![~^\p{N}])/gu

/** https://squidfunk.github.io/mkdocs-material/reference/annotations/ */
export const mkdocsAnnotations: Construct = {
  name: 'number of an annotation',
  written: 'Text (1)!',
  becomes: 'Text (1)',
  sign: /\(\d{1,3}\)!/,
  read: (lines) => replaceInWords(lines, ')!', annotation, ([, number]) => `(${number})`),
}

const annotation = /\((\d{1,3})\)!/g

export const mkdocsCodeLanguages: Construct = {
  name: 'code of some language within a sentence',
  written: 'The function `#!py range()`',
  becomes: 'The function `range()`',
  sign: /`#!\w|` #!\w/,
  inCode: { written: '`#!py range()`', becomes: '`range()`' },
  read: (lines) =>
    mapCode(lines, (code, kind) => (kind === 'span' ? code.replace(language, '$1') : code)),
}

const language = /^(`+ ?)#![a-z][\w+-]{0,30} +(?=\S)/i

/** https://facelessuser.github.io/pymdown-extensions/extensions/keys/ */
export const mkdocsKeys: Construct = {
  name: 'keys',
  written: '++ctrl+alt+del++',
  becomes: '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>',
  sign: /\+\+[\w"]/,
  read: (lines) =>
    replaceInWords(lines, '++', combination, ([, names = '']) =>
      (names.match(name) ?? []).map((one) => `<kbd>${labelOf(one)}</kbd>`).join('+'),
    ),
}

const combination =
  /(?<![+\w\\])\+\+((?:[\w-]{1,40}|"[^"+]{1,40}")(?:\+(?:[\w-]{1,40}|"[^"+]{1,40}"))*)\+\+(?![+\w])/g
const name = /"[^"]+"|[\w-]+/g

const labels: Readonly<Record<string, string>> = {
  'arrow-up': 'Up',
  'arrow-down': 'Down',
  'arrow-left': 'Left',
  'arrow-right': 'Right',
  bracket: '[',
  'bracket-left': '[',
  'bracket-right': ']',
  comma: ',',
  delete: 'Del',
  equal: '=',
  escape: 'Esc',
  minus: '-',
  period: '.',
  pipe: '|',
  plus: '+',
  semicolon: ';',
  slash: '/',
  windows: 'Win',
}

function labelOf(key: string): string {
  if (key.startsWith('"')) return wordsToHtml(key.slice(1, -1))
  const lower = key.toLowerCase()
  if (Object.hasOwn(labels, lower)) return wordsToHtml(labels[lower] as string)
  return lower.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
}
