/** Shortcodes that are shown: a comment around what they say keeps Hugo from reading them. @module */

import type { Construct } from '../construct.ts'
import { mapText, replaceOutsideCode } from '../line.ts'

const escaped = /\{\{([<%])\/\*(.{0,1000}?)\*\/([>%])\}\}/g

/** Read last, and written so that nobody takes it for a shortcode. */
export const hugoEscapes: Construct = {
  name: 'shortcode that is shown',
  written: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  sign: /\{\{[<%]\/\*/,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceOutsideCode(
        text,
        escaped,
        ([, open, words, close]) => `&#123;{${open}${words}${close}}}`,
      ),
    ),
}
