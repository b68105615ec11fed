/** Marks of CriticMarkup: what an editor has added, taken out, replaced, marked and said. @module */
import type { Construct } from '../construct.ts'
import { type Line, mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/critic/ */
export const mkdocsEdits: Construct = {
  name: "an editor's marks",
  written: '{++more++} {--less--} {~~old~>new~~} {==this==}{>>why<<}',
  becomes: '<ins>more</ins> <del>less</del> <del>old</del><ins>new</ins> <mark>this</mark> (why)',
  sign: /\{(?:\+\+|--|~~|==|>>)/,
  read: (lines) =>
    mapText(withoutBlockMarks(lines), (text) =>
      text.includes('{') ? replaceAmongWords(text, edit, (match) => shown(match)) : text,
    ),
}

/** Whole blocks that are marked or new stay as they are. */
function withoutBlockMarks(lines: readonly Line[]): readonly Line[] {
  const isClosed = lines.some(({ text }) => /^\s*(?:==|\+\+)\}\s*$/.test(text))
  return isClosed ? mapText(lines, (text) => (blockMark.test(text) ? '' : text)) : lines
}

const blockMark = /^\s*(?:\{(?:==|\+\+)|(?:==|\+\+)\})\s*$/

/** Braces cannot stand inside, which bounds the search for the end. */
const edit =
  /\{\+\+([^{}]+)\+\+\}|\{--([^{}]+)--\}|\{~~([^{}]*?)~>([^{}]*)~~\}|\{==([^{}]+)==\}|\{>>([^{}]+)<<\}/g

function shown(match: RegExpMatchArray): string {
  const [, added, removed, before, after, marked, said] = match
  if (added !== undefined) return `<ins>${added}</ins>`
  if (removed !== undefined) return `<del>${removed}</del>`
  if (marked !== undefined) return `<mark>${marked}</mark>`
  if (said !== undefined) return ` (${said.trim()})`
  return `${before && `<del>${before}</del>`}${after && `<ins>${after}</ins>`}`
}
