/** How Hugo writes shortcodes: `{{< note >}}` … `{{< /note >}}`, or with `%`. @module */
import { readAttributes } from '../attributes.ts'
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
