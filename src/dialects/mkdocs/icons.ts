/** `:material-check:` and icons of the other sets, whose attributes are read before. @module */
import type { Construct } from '../construct.ts'
import { replaceIcons } from '../icons.ts'
import { kindsOf, type Line, mapText } from '../line.ts'

/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
export const mkdocsIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  sign: /:(?:material|fontawesome|octicons|simple|custom)-/i,
  read: (lines) =>
    mapText(withoutIconsAbove(lines), (text) =>
      text.includes(':') ? replaceIcons(text, icon) : text,
    ),
}

const sets = 'material|fontawesome|octicons|simple|custom'
const shortcode = `:(?:${sets})-(?:(?:brands|solid|regular)-)?([a-z\\d][a-z\\d-]{0,80}?)(?:-(?:16|24))?:`
const icon = new RegExp(`(?<![ \\t])([ \\t]*)${shortcode}([ \\t]*(?:[-–—][ \\t]+)?)`, 'gi')
const lineOfIcon = new RegExp(`^[ \\t]*${shortcode}[ \\t]*$`, 'i')

/** An icon that is a line of a paragraph stands beside the words of the next one. */
function withoutIconsAbove(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  return lines.filter(({ text }, index) => {
    const isIcon = kinds[index] === 'text' && text.includes(':') && lineOfIcon.test(text)
    return !isIcon || !/^[ \t]*[\p{L}\p{N}*_[`(]/u.test(lines[index + 1]?.text ?? '')
  })
}
