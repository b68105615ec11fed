/** `++ctrl+alt+del++`: keys of a keyboard. @module */
import type { Construct } from '../construct.ts'
import { wordsToHtml } from '../details.ts'
import { replaceInWords } from '../words.ts'

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

/** Those whose label is not their name in capitals. */
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
