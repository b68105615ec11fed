/** Inline marks: insertions, superscript, subscript, keys, and code languages. @module */
import { makeElement, makeText } from '../parts/make-parts.ts'
import type { CodeConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { wordsToHtml } from '../parts/words.ts'

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
    /(?<![+\w\\{])\+\+((?:[\w-]{1,40}|"[^"+]{1,40}")(?:\+(?:[\w-]{1,40}|"[^"+]{1,40}"))*)\+\+(?![+\w])/dg,
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
