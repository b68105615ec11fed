/** MyST comments, substitutions and field lists. @module */
import { makeText } from '../parts/make-parts.ts'
import type { Context, TagConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { type PlacedToken, type SourceDocument, type Syntax, singleTags } from '../parts/syntax.ts'
import { linesOfFrontMatter } from '../shared/front-matter.ts'
import { linesInContainer, mystContainers } from './directive.ts'

const comment = /^[\s>]{0,100}%(?!%)/
const blockEnd = /^[\s>]{0,100}\+{3,}(?:\s*\{.*\})?\s*$/

const lineMarks: Syntax = {
  name: 'comment',
  start: /^[ \t>]*(?:%|\+\+\+)/m,
  findTags({ texts, code }: SourceDocument): readonly PlacedToken[] {
    const tokens: PlacedToken[] = []
    let start = 0
    for (const [row, text] of texts.entries()) {
      const name = comment.test(text) ? 'comment' : blockEnd.test(text) ? 'end' : undefined
      if (name !== undefined && code[row]?.kind === 'text') {
        const at = start + text.search(/[%+]/)
        tokens.push({ kind: 'single', name, attributes: '', start: at, end: start + text.length })
      }
      start += text.length + 1
    }
    return tokens
  },
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/typography.html#comments */
export const mystComments: TagConstruct = {
  name: 'comment, or end of a block',
  input: 'Some words.\n% not sure\n\n+++ {"part": "abstract"}\n\nMore.',
  becomes: 'Some words.\n\n\n\nMore.',
  syntax: lineMarks,
  tag: ({ name }) => (name === 'comment' ? { isRemoved: true } : { inline: '' }),
}

const value = /\{\{(?:-?\s{0,20}([A-Za-z_][\w.-]{0,100}?)\s{0,20}-?|[^{}\n]{1,500})\}\}/

/** The tag's name is that of the value; empty for other templates. */
const templates = singleTags('template', /\{\{/, value, { isReadInTags: true })

/** Each value costs this many characters, because nested values can grow exponentially. */
const valueCost = 256

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2 */
export const mystValues: TagConstruct = {
  name: 'value of the site or of the page; any other template is shown',
  input: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  syntax: templates,
  tag({ name, opening, before, line }, context) {
    const words = name === '' ? undefined : substitution(name, context)
    const isBlock = words?.includes('\n') === true
    // A table row must stay on one line.
    const isFitting = !isBlock || !/^[\s>]*\|/.test(before)
    if (words === undefined || !isFitting || !context.take(words.length + valueCost, line)) {
      context.leaveTemplate(opening, line)
      return undefined
    }
    const parts = context.read(words.trim(), line)
    return isBlock ? { block: [parts] } : { inline: parts }
  },
}

function substitution(name: string, context: Context): string | undefined {
  return (
    substitutionOf(name, context) ??
    context.variable(`myst_substitutions.${name}`) ??
    context.variable(name)
  )
}

const knownSubstitutions = new WeakMap<readonly string[], unknown>()

/** Front matter has `myst: { substitutions: … }`, for mystmd without `myst`. */
function substitutionOf(name: string, { document, readYaml }: Context): string | undefined {
  const lines = linesOfFrontMatter(document)
  if (lines === undefined) return undefined
  if (!knownSubstitutions.has(lines)) {
    const fields = readYaml(lines.slice(1, -1).join('\n'))
    const table = Object(Object(fields).myst ?? fields).substitutions
    knownSubstitutions.set(lines, table)
  }
  const value = new Map(Object.entries(Object(knownSubstitutions.get(lines)))).get(name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html */
export const mystClasses: TagConstruct = {
  name: 'container with a class: what it holds',
  input: ':::bg-primary\nSome words.\n:::',
  becomes: 'Some words.',
  syntax: mystContainers,
  tag(tag, context) {
    const content = context.readCode(linesInContainer(tag))
    if (/^\{?\.?[A-Za-z][\w-]*\}?$/.test(tag.attributes.trim())) return { block: [content] }
    const [first = ''] = tag.opening.split('\n')
    const [end = ''] = /(?<=\n[\s>]*):+[ \t]*$/.exec(tag.opening) ?? []
    return { block: [first, content, end] }
  },
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#field-lists */
export const mystFields: WordsConstruct = {
  name: 'list of fields',
  input: ':Author: Ada\n:Year: 1843',
  becomes: '- **Author:** Ada\n- **Year:** 1843',
  mark: ':',
  words: /^(\s*):(?!:)([^:\n]{1,100}):(?=\s|$)(?!\s*:)/dg,
  isProtected: false,
  replace: ({ match: [, indent = ''], group }) => [
    makeText(`${indent}- **`),
    ...group(2),
    makeText(':**'),
  ],
}
