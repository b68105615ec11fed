/** Inline marks: edits, insertions, superscript, subscript, keys, and code languages. @module */
import { makeElement, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { CodeConstruct, RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { wordsToHtml } from '../parts/words.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/critic/ */
export const mkdocsEdits: WordsConstruct = {
  name: "an editor's marks",
  input: '{++more++} {--less--} {~~old~>new~~} {==this==}{>>why<<}',
  becomes: '<ins>more</ins> <del>less</del> <del>old</del><ins>new</ins> <mark>this</mark> (why)',
  mark: '{',
  /** Excluding braces from the content bounds the search. */
  words:
    /\{\+\+([^{}]+)\+\+\}|\{--([^{}]+)--\}|\{~~([^{}]*?)~>([^{}]*)~~\}|\{==([^{}]+)==\}|\{>>([^{}]+)<<\}/dg,
  replace({ match: [, added, removed, before, after, marked, comment], group }) {
    const element = (name: string, number: number, words: string | undefined): readonly Part[] =>
      words ? makeElement(name, group(number)) : []
    if (comment !== undefined) return [makeText(' ('), ...group(6), makeText(')')]
    return [
      ...element('ins', 1, added),
      ...element('del', 2, removed),
      ...element('del', 3, before),
      ...element('ins', 4, after),
      ...element('mark', 5, marked),
    ]
  },
}

const blockMark = /^\s*(?:\{(?:==|\+\+)|(?:==|\+\+)\})\s*$/
const closingMark = /^\s*(?:==|\+\+)\}\s*$/

export const mkdocsEditedBlocks: RowsConstruct = {
  name: "an editor's marks around blocks",
  input: '{==\n\nSome words.\n\n==}',
  becomes: '\n\nSome words.\n\n',
  sign: /^\s*(?:==|\+\+)\}\s*$/m,
  rows: (rows) =>
    rows.some((row) => closingMark.test(rowText(row)))
      ? rows.map((row) => (blockMark.test(rowText(row)) ? { ...row, parts: [] } : row))
      : rows,
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/caret/ */
export const mkdocsInsertions: WordsConstruct = {
  name: 'inserted words',
  input: '^^inserted^^',
  becomes: '<ins>inserted</ins>',
  mark: '^^',
  words: /(?<!\^)\^\^(?![\s^])([^^]{0,1000}[^^\s])\^\^(?!\^)/dg,
  replace: ({ group }) => makeElement('ins', group(1)),
}

const raisedPattern = String.raw`(?<=[\p{L}\p{N})\]])MARK([\p{L}\p{N}+\-−.,()]{1,50})MARK(?![~^\p{N}])`

/** Only behind a word, because elsewhere a tilde may mean "about". */
export const mkdocsRaisedWords: WordsConstruct = {
  name: 'letters above the line',
  input: 'x^2^',
  becomes: 'x<sup>2</sup>',
  mark: '^',
  words: new RegExp(raisedPattern.replaceAll('MARK', String.raw`\^`), 'dgu'),
  replace: ({ group }) => makeElement('sup', group(1)),
}

export const mkdocsLoweredWords: WordsConstruct = {
  name: 'letters below the line',
  input: 'H~2~O',
  becomes: 'H<sub>2</sub>O',
  mark: '~',
  words: new RegExp(raisedPattern.replaceAll('MARK', '~'), 'dgu'),
  replace: ({ group }) => makeElement('sub', group(1)),
}

/** https://squidfunk.github.io/mkdocs-material/reference/annotations/ */
export const mkdocsAnnotations: WordsConstruct = {
  name: 'number of an annotation',
  input: 'Text (1)!',
  becomes: 'Text (1)',
  mark: ')!',
  words: /\((\d{1,3})\)!/dg,
  replace: ({ match: [, number] }) => `(${number})`,
}

export const mkdocsCodeLanguages: CodeConstruct = {
  name: 'code of some language within a sentence',
  input: 'The function `#!py range()`',
  becomes: 'The function `range()`',
  sign: /`#!\w|` #!\w/,
  inCode: { input: '`#!py range()`', becomes: '`range()`' },
  code(code) {
    const text = code.type === 'span' ? code.text.replace(language, '$1') : undefined
    return code.type === 'span' && text !== undefined && text !== code.text
      ? [{ ...code, text }]
      : undefined
  },
}

const language = /^(`+ ?)#![a-z][\w+-]{0,30} +(?=\S)/i

/** https://facelessuser.github.io/pymdown-extensions/extensions/keys/ */
export const mkdocsKeys: WordsConstruct = {
  name: 'keys',
  input: '++ctrl+alt+del++',
  becomes: '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>',
  mark: '++',
  words:
    /(?<![+\w\\])\+\+((?:[\w-]{1,40}|"[^"+]{1,40}")(?:\+(?:[\w-]{1,40}|"[^"+]{1,40}"))*)\+\+(?![+\w])/dg,
  replace: ({ match: [, names = ''] }) =>
    (names.match(/"[^"]+"|[\w-]+/g) ?? []).flatMap((key, index) => [
      ...(index === 0 ? [] : [makeText('+')]),
      ...makeElement('kbd', [makeText(labelOf(key))]),
    ]),
}

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
