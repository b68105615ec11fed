/** Marks of Obsidian: ids of blocks, callouts, tasks, footnotes and comments. @module */
import { alertKind, findAlertType } from '../../convert/alert-types.ts'
import { nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { kindsOf, type Line, mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://help.obsidian.md/links#Link+to+a+block+in+a+note */
export const obsidianBlockIds: Construct = {
  name: 'name of a block',
  written: 'A paragraph. ^my-id',
  becomes: 'A paragraph. <a id="^my-id"></a>',
  sign: /(?:^|[ \t])\^[a-z\d-]+[ \t]*$/im,
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.map((one, index) => {
      const next = lines[index + 1]?.text ?? ''
      // Elsewhere it may be a power.
      const isEnd = /^[\s>]*(?:$|(?:[-*+]|\d{1,9}[.)])\s)/.test(next)
      if (kinds[index] !== 'text' || !isEnd || !one.text.includes('^')) return one
      return { ...one, text: one.text.replace(id, '$1<a id="^$2"></a>') }
    })
  },
}

const id = /(^[\s>]*|[ \t])\^([a-z\d-]{1,100})[ \t]*$/i

/** https://help.obsidian.md/callouts */
export const obsidianCallouts: Construct = {
  name: 'callout of any type',
  written: '> [!recipe|wide]- A *title*\n> Text',
  becomes: '> [!note]- A *title*\n> Text',
  sign: />[ \t]*\[!/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('[!')) return text
      const [found, before = '', name = '', fold = '', title = ''] = marker.exec(text) ?? []
      if (found === undefined) return text
      const [type = ''] = name.split('|')
      const isKnown = findAlertType(type) !== undefined
      const { kind, title: own } = isKnown
        ? alertKind(type)
        : { kind: 'note', title: nameInWords(type.toLowerCase()) }
      return `${before}[!${kind}]${fold}${title.trim() === '' && own !== '' ? ` ${own}` : title}`
    }),
}

const marker = /^([\s>*+\d.)-]{0,200}>[ \t]{0,20})\[!([\p{L}\p{N}][^\]]{0,100})\]([+-]?)(.*)$/u

/** https://help.obsidian.md/syntax#Task+lists */
export const obsidianTaskMarks: Construct = {
  name: 'task with another mark: a done one',
  written: '- [-] Sail',
  becomes: '- [x] Sail',
  sign: /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\sxX\][]\]\s/m,
  read: (lines) => mapText(lines, (text) => text.replace(mark, '$1[x]$2')),
}

const mark = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\[[^\sxX\][]\](\s+\S)/u

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
