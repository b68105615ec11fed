/** Line ends inside paragraphs, which some sites show as they are. @module */
import { kindsOf, type Line } from './line.ts'
import { marks } from './sealed-code.ts'

/**
 * Have each line of text end where it ends.
 * @param lines The Markdown, whole.
 */
export function breakLines(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  let isFormula = false
  return lines.map((one, index) => {
    if (kinds[index] === 'text' && one.text.trim() === '$$') isFormula = !isFormula
    if (isFormula) return one
    const isText = kinds[index] === 'text' && kinds[index + 1] === 'text'
    // Before anything but more words of the paragraph, spaces at the end say nothing.
    const isBreak = isText && hasWords(one.text) && hasWords(lines[index + 1]?.text ?? '')
    const isCode = one.text.endsWith(marks.spanGoesOn)
    return isBreak && !isCode && !one.text.endsWith('\\')
      ? { ...one, text: `${one.text.trimEnd()}  ` }
      : one
  })
}

function hasWords(text: string): boolean {
  return /[^\s>]/.test(text)
}
