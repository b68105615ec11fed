/** MyST's comments, substitutions, spans and field lists. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import { replaceContainers } from '../containers.ts'
import { kindOf, type Line, mapText, replaceMatches } from '../line.ts'
import { open } from '../sealed-code.ts'

/** https://myst-parser.readthedocs.io/en/latest/syntax/typography.html#comments */
export const mystComments: Construct = {
  name: 'comment, or end of a block',
  written: 'Some words.\n% not sure\n\n+++ {"part": "abstract"}\n\nMore.',
  becomes: 'Some words.\n\n\n\nMore.',
  sign: /^[ \t>]*(?:%|\+\+\+)/m,
  read: (lines) =>
    lines.flatMap((one) => {
      if (kindOf(one.text) !== 'text') return [one]
      // Backquotes in a comment open no code.
      if (/^[\s>]{0,100}%(?!%)/.test(open(one.text))) return []
      const text = one.text.replace(/^([\s>]{0,100})\+{3,}(?:\s*\{[^\n]*\})?\s*$/, '$1')
      return [text === one.text ? one : { ...one, text: text.trimEnd() }]
    }),
}

const value = /\{\{(?:-?\s{0,20}([A-Za-z_][\w.-]{0,100}?)\s{0,20}-?|[^{}\n]{1,500})\}\}/g

/** Values nested deeper stay as written. */
const maxValues = 3
/** Limit of all values in one document, as for included files. */
const maxCharacters = 4 * 1024 * 1024

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2 */
export const mystValues: Construct = {
  name: 'value of the site or of the page; any other template is shown',
  written: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  sign: /\{\{/,
  read(lines, context) {
    const own = substitutionsOf(lines)
    let charactersLeft = maxCharacters
    return lines.flatMap((one) => {
      if (kindOf(one.text) !== 'text' || !one.text.includes('{{')) return [one]
      const fill = (text: string, depth: number): string =>
        replaceMatches(text, value, ([written, name = '']) => {
          const found = own.get(name) ?? (name === '' ? undefined : valueOfSite(name, context))
          // A row of a table is one line.
          const isTooLong = found?.includes('\n') && /^[\s>]*\|/.test(one.text)
          charactersLeft -= found?.length ?? 0
          const known = isTooLong || charactersLeft < 0 ? undefined : found
          if (known === undefined) {
            context.leaveTemplate(written, one.line)
            return written
          }
          // Values may contain other values.
          return known.includes('{{') && depth < maxValues ? fill(known, depth + 1) : known
        })
      const text = fill(one.text, 0)
      if (text === one.text) return [one]
      // A value may be blocks, with directives in them.
      return text.includes('\n')
        ? context.linesOf(open(text)).map((shown) => ({ ...shown, line: one.line }))
        : [{ ...one, text }]
    })
  },
}

function valueOfSite(name: string, context: ReadingContext): string | undefined {
  return context.variable(`myst_substitutions.${name}`) ?? context.variable(name)
}

/**
 * Read `myst: { substitutions: … }` from the front matter; only plain values and block texts count.
 */
function substitutionsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  let depth = -1
  let keyDepth = -1
  let name = ''
  for (const { text } of lines) {
    if (kindOf(text) !== 'front-matter') break
    const written = open(text)
    const indent = written.length - written.trimStart().length
    if (/^\s*substitutions:\s*$/.test(written)) depth = indent
    else if (depth !== -1 && written.trim() !== '' && indent <= depth) break
    else if (depth === -1) continue
    else if (keyDepth === -1 || indent === keyDepth) {
      const [, key, said = ''] = /^\s*["']?([\w.-]+)["']?:\s*(.*)$/.exec(written) ?? []
      if (key === undefined) continue
      keyDepth = indent
      name = key
      values.set(key, /^[|>]-?$/.test(said) ? '\n' : said.replace(/^(["'])(.*)\1$/, '$2'))
    } else if (values.get(name)?.startsWith('\n')) {
      values.set(name, `${values.get(name)}${written.slice(keyDepth + 2)}\n`)
    }
  }
  return values
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html */
export const mystContainers: Construct = {
  name: 'container with a class: what it holds',
  written: ':::bg-primary\nSome words.\n:::',
  becomes: 'Some words.',
  sign: /:{3}\s{0,20}[\w-]/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, written, content }) =>
      name === '' || info !== '' || written.startsWith('{') ? undefined : { block: content },
    ),
}

const span = /(?<![!\]\w\\])\[([^\][\n]{1,500})\]\{([^{}\n]{1,300})\}/g
const codeAttributes = /(?<=\uf4a1)\{(?:l=|\.|#)[^{}\n]{0,200}\}/g

export const mystSpans: Construct = {
  name: 'words with attributes',
  written: 'A [red]{.red} `a = 1`{l=python} word.',
  becomes: 'A red `a = 1` word.',
  // Matches behind sealed code too.
  sign: /[\]\uf4a1]\{/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.includes('{')
        ? text.replace(codeAttributes, '').replace(span, (_, words: string, attributes: string) => {
            const [, id] = /(?:^|\s)#([\w-]+)/.exec(attributes) ?? []
            return id === undefined ? words : `<a id="${id}"></a>${words}`
          })
        : text,
    ),
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#field-lists */
export const mystFields: Construct = {
  name: 'list of fields',
  written: ':Author: Ada\n:Year: 1843',
  becomes: '- **Author:** Ada\n- **Year:** 1843',
  sign: /^[ \t]*:[^:\n]{1,100}:(?: |$)/m,
  read: (lines) =>
    mapText(lines, (text) =>
      text.replace(
        /^(\s*):(?!:)([^:\n]{1,100}):(?=\s|$)(?!\s*:)/,
        (_, indent: string, name: string) => {
          return `${indent}- **${name}:**`
        },
      ),
    ),
}
