/** `(1)!`, the number of a note that stands in a list below. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://squidfunk.github.io/mkdocs-material/reference/annotations/ */
export const mkdocsAnnotations: Construct = {
  name: 'number of an annotation',
  written: 'Text (1)!',
  becomes: 'Text (1)',
  sign: /\(\d{1,3}\)!/,
  read: (lines) =>
    mapText(lines, (text) => replaceAmongWords(text, annotation, ([, number]) => `(${number})`)),
}

const annotation = /\((\d{1,3})\)!/g
