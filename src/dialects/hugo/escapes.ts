/** Shortcodes that are shown: a comment around what they say keeps Hugo from reading them. @module */

import type { Construct } from '../construct.ts'
import { kindsOf, replaceOutsideCode } from '../line.ts'

const escaped = /\{\{([<%])\/\*(.{0,1000}?)\*\/([>%])\}\}/g

/** Read last, and written so that nobody takes it for a shortcode. */
export const hugoEscapes: Construct = {
  name: 'shortcode that is shown',
  written: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  sign: /\{\{[<%]\/\*/,
  // Hugo reads them in code as well, where they are shown as they would be written.
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.map((one, index) => {
      const kind = kinds[index]
      if (kind === 'front-matter' || !one.text.includes('/*')) return one
      const text =
        kind === 'text'
          ? replaceOutsideCode(one.text, escaped, (found) => `&#123;${bare(found).slice(1)}`)
          : one.text
      return { ...one, text: text.replace(escaped, (...found) => bare(found)) }
    })
  },
}

function bare([, open, words, close]: readonly string[]): string {
  return `{{${open}${words}${close}}}`
}
