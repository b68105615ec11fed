/** Icons, and images of one of two looks. @module */
import type { Construct } from '../construct.ts'
import { replaceIcons } from '../icons.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'

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

/** https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode */
export const mkdocsDarkImages: Construct = {
  name: 'image for dark screens: left out where there is one for light screens',
  written: '![Logo](images/logo.png#only-light) ![Logo](dark.png#only-dark)',
  becomes: '![Logo](images/logo.png) ',
  sign: /#(?:only-light|gh-light-mode-only)\b/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('#')) return text
      const lit = replaceMatches(text, light, ([, image = '']) => image)
      return replaceMatches(lit, dark, () => '')
    }),
}

const light = /(\]\([^()\s#]{1,1000})#(?:only-light|gh-light-mode-only)(?=[)\s])/g
const dark =
  /!\[[^\][]{0,500}\]\([^()\s#]{1,1000}#(?:only-dark|gh-dark-mode-only)(?:\s[^()]{0,200})?\)(?:\{[^{}]{0,200}\})?/g
