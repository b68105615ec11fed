/** What MDX says to programs alone: comments, names of headings and statements. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'
import { findStatements } from './javascript.ts'

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

/** Left out, as the page shows them nowhere. */
export const mdxStatements: Construct = {
  name: 'statement of JavaScript',
  written: "import Chart from './chart.js'\n\nSome words.",
  becomes: 'Some words.',
  sign: /^(?:import|export)\b/m,
  read(lines) {
    const statements = findStatements(lines)
    if (statements.length === 0) return lines
    const left = new Set<number>()
    for (const [from, to] of statements) {
      for (let index = from; index < to; index += 1) left.add(index)
      // One blank line less, where nothing stands above.
      const isFirst = from === 0 || left.has(from - 1)
      if (isFirst && lines[to]?.text.trim() === '') left.add(to)
    }
    return lines.filter((_, index) => !left.has(index))
  },
}
