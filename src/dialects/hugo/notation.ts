/** How Hugo writes shortcodes, and those that are shown. @module */
import { readAttributes } from '../attributes.ts'
import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import type { ShortcodeNotation } from '../shortcodes.ts'
import type { Tag } from '../tags.ts'

const tag =
  /^\{\{([<%])\s*(?:(\/)\s*)?([A-Za-z][\w./-]*)((?:[^>%"`{]|\{(?!\{)|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*?)(\/?)\s*\1?[>%]\}\}/

/** A longer one is none. */
const maxLength = 3_000

/** https://gohugo.io/content-management/shortcodes/#notation */
export const hugoNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{\\{[<%]\\s{0,100}(?:${names})[\\s/>%]`),
  readAttributes,
  tags: {
    start: /\{\{[<%]/g,
    readTag(source, at): Tag | undefined {
      const [written, , closes, name = '', attributes = '', single] =
        tag.exec(source.slice(at, at + maxLength)) ?? []
      if (written === undefined) return undefined
      const kind = closes ? 'close' : single ? 'single' : 'open'
      return { kind, name, attributes: attributes.trim(), end: at + written.length }
    },
  },
}

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
