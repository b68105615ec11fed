/** `![…](a.png#only-dark)`: an image for dark screens, of which another is there for light ones. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

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
