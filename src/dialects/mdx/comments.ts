/** Comments of JavaScript, and the names of headings that some write as comments. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'

const maxLength = 10_000

const syntax: TagSyntax = {
  start: /\{\s{0,20}\/\*/g,
  readTag(source, at) {
    const [comment] = /^\{\s*\/\*.*?\*\/\s*\}/s.exec(source.slice(at, at + maxLength)) ?? []
    if (comment === undefined) return undefined
    return { kind: 'single', name: '', attributes: '', end: at + comment.length }
  },
}

/** They are left out, as comments of HTML are. */
export const mdxComments: Construct = {
  name: 'comment',
  written: 'Some {/* not sure */}words.',
  becomes: 'Some words.',
  sign: /\{\s{0,20}\/\*/,
  read: (lines) =>
    replaceTags(lines, syntax, ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' })),
}

const nameOfHeading = /^([\s>]*#{1,6}\s.*\S)\s*\{\s*\/\*\s*([\w.:-]+)\s*\*\/\s*\}\s*$/

/** As react.dev has it; read before the other comments. */
export const mdxHeadingNames: Construct = {
  name: 'name of a heading',
  written: '## A heading {/*a-name*/}',
  becomes: '## A heading {#a-name}',
  sign: /\{\s{0,20}\/\*/,
  read: (lines) =>
    mapText(lines, (text) => (text.endsWith('}') ? text.replace(nameOfHeading, '$1 {#$2}') : text)),
}
