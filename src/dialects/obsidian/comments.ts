/** `%% A comment %%`, within a line or over many. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, type Line, mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://help.obsidian.md/syntax#Comments */
export const obsidianComments: Construct = {
  name: 'comment',
  written: 'Seen %%not seen%%\n\n%%\nnot\nseen\n%%',
  becomes: 'Seen <!--not seen-->\n\n<!--\nnot\nseen\n-->',
  sign: /%%/,
  read: (lines) => overLines(mapText(lines, withinLine)),
}

function withinLine(text: string): string {
  if (!text.includes('%%')) return text
  return replaceAmongWords(text, /%%((?:(?!%%).){1,2000})%%/g, ([, said = '']) => asComment(said))
}

/** Those whose marks stand at the start of a line and at the end of another. */
function overLines(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  const isText = (index: number): boolean => kinds[index] === 'text'
  const result = [...lines]
  let start: number | undefined
  for (const [index, { text }] of lines.entries()) {
    if (!isText(index) || !text.includes('%%')) continue
    if (start === undefined) start = /^[\s>]*%%/.test(text) ? index : undefined
    else if (/%%\s*$/.test(text)) {
      for (let at = start; at <= index; at += 1) {
        const one = lines[at] as Line
        const escaped = one.text.replaceAll('-->', '-- >')
        const opened = at === start ? escaped.replace('%%', '<!--') : escaped
        result[at] = { ...one, text: at === index ? opened.replace(/%%\s*$/, '-->') : opened }
      }
      start = undefined
    }
  }
  return result
}

function asComment(said: string): string {
  return `<!--${said.replaceAll('-->', '-- >')}-->`
}
