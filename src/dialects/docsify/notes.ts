/** `!> Text` and `?> Text`: notes, which go on to the end of their paragraph. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'

/** https://docsify.js.org/#/helpers */
export const docsifyNotes: Construct = {
  name: 'important words and tips',
  written: '!> Mind the tide\nand the wind',
  becomes: '> [!IMPORTANT]\n> Mind the tide\n> and the wind',
  sign: /^[ \t]*[!?]> /m,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    let indent: string | undefined
    for (const [index, one] of lines.entries()) {
      const [, space = '', mark, words = ''] =
        (kinds[index] === 'text' && note.exec(one.text)) || []
      if (mark !== undefined) {
        indent = space
        const type = mark === '!' ? 'IMPORTANT' : 'TIP'
        result.push(
          { ...one, text: `${space}> [!${type}]` },
          { ...one, text: `${space}> ${words}` },
        )
      } else {
        if (kinds[index] !== 'text' || one.text.trim() === '') indent = undefined
        result.push(indent === undefined ? one : { ...one, text: `${indent}> ${one.text.trim()}` })
      }
    }
    return result
  },
}

const note = /^(\s*)([!?])> +(.*)$/
