/** What only Markdoc writes: values, conditions, annotations, and tables whose cells are items of lists. @module */
import type { Construct } from '../construct.ts'
import { kindOf, type Line, mapText, replaceMatches } from '../line.ts'
import { pageVariable } from '../page-variable.ts'
import { gitbookConstruct } from './blocks.ts'

const value = /\{%\s*(\$[\w.[\]"-]{1,200}|[a-z]\w{0,50}\((?:[^{}%]|%(?!\})){0,500}\))\s*%\}/gi
const ofPage = /^\$markdoc\.frontmatter\.([\w.-]+)$/

/** https://markdoc.dev/docs/variables, https://markdoc.dev/docs/functions */
export const markdocValues: Construct = {
  name: 'value of Markdoc: the one that the page gives; any other leaves nothing',
  written: 'Good day {% $user.name %}.',
  becomes: 'Good day .',
  tells: 'syntax-left-out {% $user.name %}',
  sign: /\{%\s*(?:\$|[a-z]\w*\()/i,
  read: (lines, context) =>
    mapText(lines, (text, line) =>
      replaceMatches(text, value, ([written, said = '']) => {
        const [, name] = ofPage.exec(said) ?? []
        const known = name === undefined ? undefined : pageVariable(lines, name)
        if (known === undefined) context.leaveOut(written, line)
        return known ?? ''
      }),
    ),
}

const attribute = /(?:[.#][\w-]+|[a-z][\w-]*=(?:"[^"\n]*"|[^\s"%{}]+))/.source
/** Space stands between its attributes, without which a pattern could part them in every way. */
const annotation = new RegExp(
  String.raw`(?<![ \t])[ \t]*\{%\s*(${attribute}(?:\s+${attribute})*)\s*%\}`,
  'gi',
)

/** https://markdoc.dev/docs/attributes */
export const markdocAnnotations: Construct = {
  name: 'annotation of Markdoc: the name of a place stays',
  written: '## Title {% #name .wide %}\n\nWords {% align="center" %}',
  becomes: '## Title {#name}\n\nWords',
  sign: /\{%\s*(?:[.#]\w|[a-z][\w-]*=)/i,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(text, annotation, ([, said = '']) => {
        const [, id] = /#([\w-]+)/.exec(said) ?? []
        return id !== undefined && /^[\s>]*#{1,6}\s/.test(text) ? ` {#${id}}` : ''
      }),
    ),
}

/** https://markdoc.dev/docs/tags#built-in-tags: nobody knows which branch of a condition is seen. */
export const markdocParts: Construct = {
  ...gitbookConstruct({
    name: 'condition or table of Markdoc: all that it holds',
    written: '{% if $isNew %}\nSome words.\n{% else /%}\nMore.\n{% /if %}',
    becomes: 'Some words.\n\n\n\nMore.',
    names: ['if', 'else', 'comment', 'table'],
    isPair: false,
    replace({ kind, name, content, sentence, isBlock, line }, context) {
      if (name === 'else') return isBlock ? { block: [] } : { inline: '' }
      if (kind !== 'pair') return undefined
      if (name === 'comment') return isBlock ? { block: [] } : { inline: '' }
      if (name === 'table') return { block: tableOf(content) ?? content }
      context.notice('template-opened', '{% if %} (a condition of the site)', line)
      return isBlock ? { block: content } : { inline: sentence }
    },
  }),
  tells: 'template-opened {% if %} (a condition of the site)',
}

const rowEnd = /^-{3,}\s*$/
const cell = /^[*+-]\s+(.*)$/

/** https://markdoc.dev/docs/tags#table: rows are lists, with lines between them. */
function tableOf(content: readonly Line[]): readonly Line[] | undefined {
  if (content.some(({ text }) => /^\s*\|.*\|\s*$/.test(text))) return undefined
  const rows: Line[][][] = [[]]
  for (const one of content) {
    const row = rows.at(-1) as Line[][]
    const [, words] = cell.exec(one.text) ?? []
    if (rowEnd.test(one.text) && kindOf(one.text) === 'text') rows.push([])
    else if (words !== undefined) row.push([{ ...one, text: words }])
    else if (row.length > 0) row.at(-1)?.push({ ...one, text: one.text.replace(/^ {2}/, '') })
    else if (one.text.trim() !== '') return undefined
  }
  const [{ line } = { line: 1 }] = content
  const at = (text: string): Line => ({ text, line })
  return [
    at('<table>'),
    ...rows.flatMap((row, index) => {
      const tag = index === 0 ? 'th' : 'td'
      return row.length === 0
        ? []
        : [
            at('<tr>'),
            ...row.flatMap((lines) => [at(`<${tag}>`), at(''), ...lines, at(''), at(`</${tag}>`)]),
            at('</tr>'),
          ]
    }),
    at('</table>'),
  ]
}
