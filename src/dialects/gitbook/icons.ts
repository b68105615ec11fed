/** `<i class="fa-check">:check:</i>`. @module */
import type { Construct } from '../construct.ts'
import { replaceIcons } from '../icons.ts'
import { mapText } from '../line.ts'

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
export const gitbookIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ | Leaf |',
  sign: /<i\s[^<>]*\bfa-/,
  // As a name between colons, which is no tag, it stands among the words.
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('<i ')) return text
      return replaceIcons(text.replace(tag, '\uE001$1\uE001'), icon)
    }),
}

const tag =
  /<i\s(?:[^<>]{0,200}\s)?class="(?:fa[bsrl]?\s)?fa-([a-z\d][a-z\d-]{0,80})(?:\s[^"<>]{0,200})?"[^<>]{0,200}>(?::[\w-]{0,80}:)?<\/i>/gi
const icon = /(?<![ \t])([ \t]*)\uE001([a-z\d-]+)\uE001([ \t]*)/gi
