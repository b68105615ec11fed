/** Shortcodes that are shown: a comment around what they say keeps Hugo from reading them. @module */

import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

const escaped = /\{\{([<%])\/\*(.{0,1000}?)\*\/([>%])\}\}/g

/** Read last, and written so that nobody takes it for a shortcode. */
export const hugoEscapes: Construct = {
  name: 'shortcode that is shown',
  written: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  sign: /\{\{[<%]\/\*/,
  inCode: { written: '`{{</* note */>}}`', becomes: '`{{< note >}}`' },
  // Hugo reads them in code as well, where they are shown as they would be written.
  read: (lines) =>
    mapCode(
      mapText(lines, (text) =>
        replaceMatches(text, escaped, (found) => `&#123;${bare(found).slice(1)}`),
      ),
      (code) => replaceMatches(code, escaped, bare),
    ),
}

function bare([, open, words, close]: readonly string[]): string {
  return `{{${open}${words}${close}}}`
}
