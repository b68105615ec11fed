/** `$$a` … `b$$`: formulas of several lines, whose marks have no lines of their own. @module */
import type { Construct } from './construct.ts'
import { kindsOf, type Line } from './line.ts'

/** As MathJax and KaTeX find them in a page. */
export const formulaBlocks: Construct = {
  name: 'formula of several lines',
  written: '$$a +\nb$$',
  becomes: '$$\na +\nb\n$$',
  sign: /\$\$[^\n]/,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const end = kinds[index] === 'text' && opening.test(one.text) ? endOf(lines, index) : index
      if (end === index) {
        result.push(one)
        continue
      }
      const [, indent = '', first = ''] = opening.exec(one.text) ?? []
      const last = lines[end] as Line
      const rest = last.text.trimEnd().slice(0, -2).trimEnd()
      result.push({ ...one, text: `${indent}$$` })
      if (first !== '') result.push({ ...one, text: indent + first })
      for (const inside of lines.slice(index + 1, end)) result.push(inside)
      if (rest.trim() !== '') result.push({ ...last, text: rest })
      result.push({ ...last, text: `${indent}$$` })
      index = end
    }
    return result
  },
}

const opening = /^(\s*)\$\$((?:(?!\$\$).)*)$/
/** A formula has no blank line, and not more lines. */
const maxLines = 200

/** @returns The line itself where it is no such formula, or its marks have lines of their own. */
function endOf(lines: readonly Line[], start: number): number {
  for (let index = start + 1; index < Math.min(lines.length, start + maxLines); index += 1) {
    const { text } = lines[index] as Line
    if (text.trim() === '') return start
    if (!text.includes('$$')) continue
    const isEnd = /\$\$\s*$/.test(text) && text.indexOf('$$') === text.lastIndexOf('$$')
    const isPlain = text.trim() === '$$' && (lines[start] as Line).text.trim() === '$$'
    return isEnd && !isPlain ? index : start
  }
  return start
}
