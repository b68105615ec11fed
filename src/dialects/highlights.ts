/** `==Words==` that are highlighted. @module */
import type { Construct } from './construct.ts'
import { replaceInWords } from './words.ts'

/** Of Obsidian, and of the extension `mark` of PyMdown. */
export const highlights: Construct = {
  name: 'highlighted words',
  written: '==marked==',
  becomes: '<mark>marked</mark>',
  sign: /==/,
  read: (lines) => replaceInWords(lines, '==', highlight, ([, words]) => `<mark>${words}</mark>`),
}

const highlight = /(?<![=\w{])==(?![\s=])([^=]{0,1000}[^=\s])==(?![=\w}])/g
