/** `:material-check:` and icons of the other sets, whose attributes are read before. @module */
import type { Construct } from '../construct.ts'
import { replaceIcons } from '../icons.ts'
import { mapText } from '../line.ts'

/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
export const mkdocsIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  sign: /:(?:material|fontawesome|octicons|simple|custom)-/i,
  read: (lines) => mapText(lines, (text) => (text.includes(':') ? replaceIcons(text, icon) : text)),
}

const icon =
  /(?<![ \t])([ \t]*):(?:material|fontawesome|octicons|simple|custom)-(?:(?:brands|solid|regular)-)?([a-z\d][a-z\d-]{0,80}?)(?:-(?:16|24))?:([ \t]*)/gi
