/** Shortcodes that are shown: a comment around what they say keeps Hugo from reading them. @module */

import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

type EscapeRule = Pick<Construct, 'written' | 'becomes' | 'sign' | 'inCode'> & {
  /** What it begins with, its words, and its end; with the flag `g`. */
  readonly escaped: RegExp
}

/** https://gohugo.io/content-management/shortcodes/ */
export const hugoEscapes: Construct = escapeConstruct({
  written: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  sign: /\{\{[<%]\/\*/,
  inCode: { written: '`{{</* note */>}}`', becomes: '`{{< note >}}`' },
  escaped: /(\{\{[<%])\/\*(.{0,1000}?)\*\/([>%]\}\})/g,
})

/**
 * Make the construct of such comments. It is read last, and written so that nobody takes it for a
 * shortcode.
 * @param rule How they are written.
 */
export function escapeConstruct({ escaped, ...texts }: EscapeRule): Construct {
  return {
    name: 'shortcode that is shown',
    ...texts,
    // They are read in code as well, where they are shown as they would be written.
    read: (lines) =>
      mapCode(
        mapText(lines, (text) =>
          replaceMatches(text, escaped, (found) => `&#123;${bare(found).slice(1)}`),
        ),
        (code) => replaceMatches(code, escaped, bare),
      ),
  }
}

function bare([, open, words, close]: readonly string[]): string {
  return `${open}${words}${close}`
}
