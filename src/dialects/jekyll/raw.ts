/** `{% raw %}` … `{% endraw %}`: text that Liquid does not read. @module */
import { openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { kindOf } from '../line.ts'
import { marks, open, sealedSpan, sealSpan } from '../sealed-code.ts'

const mark = /\{%-?\s*(end)?raw\s*-?%\}/g

/**
 * The marks vanish, in code as well, where they stand for Liquid and not for the reader. What they
 * hold is written so that nobody takes it for Liquid.
 */
export const jekyllRaw: Construct = {
  name: 'text that is shown as it is',
  written: 'Write {% raw %}{{ page.title }}{% endraw %} here.',
  becomes: 'Write &#123;{ page.title }} here.',
  sign: /\{%-?\s*raw\s*-?%\}/,
  inCode: {
    written: '`{% raw %}{{ page.title }}{% endraw %}`',
    becomes: '`{{ page.title }}`',
  },
  read(lines) {
    const readPart = withoutMarks()
    return lines.map((one) => {
      const code = openedLine(one.text)
      if (code !== undefined) {
        const content = readPart(code.content, false)
        return { ...one, text: sealedAgain({ ...code, content }) }
      }
      return kindOf(one.text) === 'text' ? { ...one, text: readText(one.text, readPart) } : one
    })
  },
}

type ReadPart = (text: string, isText: boolean) => string

/** The marks may stand in code, around it, or one here and one there. */
function withoutMarks(): ReadPart {
  let isInside = false
  return (text, isText) => {
    let at = 0
    let result = ''
    const part = (to?: number): string => {
      const words = text.slice(at, to)
      return isInside && isText ? words.replaceAll(liquid, '&#123;') : words
    }
    for (const found of text.matchAll(mark)) {
      result += part(found.index)
      at = found.index + found[0].length
      isInside = found[1] === undefined
    }
    return result + part()
  }
}

const liquid = /\{(?=[{%])/g

function readText(text: string, readPart: ReadPart): string {
  let at = 0
  let result = ''
  for (const { 0: span, index } of text.matchAll(sealedSpan)) {
    result += readPart(text.slice(at, index), true)
    result += sealSpan(readPart(open(span), false), span.endsWith(marks.spanGoesOn))
    at = index + span.length
  }
  return result + readPart(text.slice(at), true)
}
