/** Icons, and images for light and dark themes, of Material for MkDocs. @module */
import { makeText } from '../parts/make-parts.ts'
import type { RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { shownIcon } from '../shared/icons.ts'

const sets = 'material|fontawesome|octicons|simple|custom'
const shortcode = `:(?:${sets})-(?:(?:brands|solid|regular)-)?([a-z\\d][a-z\\d-]{0,80}?)(?:-(?:16|24))?:`
const icon = new RegExp(
  `(?:(?<![ \\t])|(?<=:[ \\t]{1,9}))([ \\t]*)${shortcode}([ \\t]*(?:[-–—][ \\t]+)?)`,
  'dgi',
)
const lineOfIcon = new RegExp(`^[ \\t]*${shortcode}[ \\t]*$`, 'i')

/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
export const mkdocsIcons: WordsConstruct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  input: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  mark: ':',
  words: icon,
  replace: ({ match }) => shownIcon(match, icon),
}

export const mkdocsIconLines: RowsConstruct = {
  name: 'icon on a line of its own: it belongs to the words below',
  input: ':simple-docker:\nDocker',
  becomes: 'Docker',
  sign: new RegExp(lineOfIcon, 'im'),
  rows(rows) {
    const remainingRows = rows.filter((row, index) => {
      const below = rows[index + 1]
      if (below === undefined || !lineOfIcon.test(rowText(row))) return true
      return !/^[ \t]*[\p{L}\p{N}*_[`(\uFFFC]/u.test(rowText(below))
    })
    return remainingRows.length === rows.length ? rows : remainingRows
  },
}

const light = /(\]\([^()\s#]{1,1000})#(?:only-light|gh-light-mode-only)(?=[)\s])/g
const dark =
  /!\[[^\][]{0,500}\]\([^()\s#]{1,1000}#(?:only-dark|gh-dark-mode-only)(?:\s[^()]{0,200})?\)(?:\{[^{}]{0,200}\})?/g

/** https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode */
export const mkdocsDarkImages: RowsConstruct = {
  name: 'image for dark screens: left out where there is one for light screens',
  input: '![Logo](images/logo.png#only-light) ![Logo](dark.png#only-dark)',
  becomes: '![Logo](images/logo.png) ',
  sign: new RegExp(light, ''),
  rows(rows) {
    if (!rows.some((row) => rowText(row).search(light) !== -1)) return rows
    return rows.map((row) => ({
      ...row,
      parts: row.parts.map((part) =>
        part.type === 'text' ? makeText(part.text.replace(light, '$1').replace(dark, '')) : part,
      ),
    }))
  },
}
