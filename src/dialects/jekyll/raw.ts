/** `{% raw %}` … `{% endraw %}`: text that Liquid does not read. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, replaceOutsideCode } from '../line.ts'

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
  read(lines) {
    const kinds = kindsOf(lines)
    let isInside = false
    return lines.map((one, index) => {
      if (kinds[index] === 'front-matter') return one
      let at = 0
      let text = ''
      const part = (to?: number): string => {
        const words = one.text.slice(at, to)
        return isInside && kinds[index] === 'text' ? words.replaceAll(liquid, kept) : words
      }
      for (const found of one.text.matchAll(mark)) {
        text += part(found.index)
        at = found.index + found[0].length
        isInside = found[1] === undefined
      }
      return { ...one, text: shown(text + part()) }
    })
  },
}

const liquid = /\{(?=[{%])/g
/** Stands for a brace until the marks are gone: only then it is seen what is code. */
const kept = '\uE001'

function shown(text: string): string {
  return replaceOutsideCode(text, /\uE001/g, () => '&#123;').replaceAll(kept, '{')
}
