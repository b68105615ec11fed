/** Docsify: an HTML page that starts a program, and its constructs. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { Generator } from '../generator.ts'
import { makeAlert, makeCode, makeText } from '../parts/make-parts.ts'
import { type Part, type PartRow, partsOfRows } from '../parts/part.ts'
import type {
  PartConstruct,
  RowsConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText, Sentence, sliceRow } from '../parts/sentence.ts'
import { singleTags } from '../parts/syntax.ts'
import { languageOf, linesBetween } from '../shared/file-parts.ts'
import { isOfParagraph } from '../shared/words.ts'

/** The tag's name is the address, and its attributes are the options. */
const includingLinks = singleTags(
  'including link',
  /(?<=(?<![^\n])[ \t]*)\[(?=[^\n]{0,800}:include)/,
  /\[[^\][]{0,300}\]\(([^()\s]{1,500})[ \t]+['"]:include([^'"\n]{0,300})['"]\)(?=[ \t]*(?:\n|$))/,
)

/** https://docsify.js.org/#/embed-files */
const docsifyIncludedFiles: TagConstruct = {
  name: 'file that is included, as Markdown or as code',
  input: "[setup](guide/setup.md ':include')",
  becomes: '# Setup\n\nSet up.',
  syntax: includingLinks,
  tag({ name: address, attributes: options, line }, context) {
    if (/:type=(?:iframe|video|audio)\b/.test(options) || /^[a-z]+:/i.test(address))
      return undefined
    const ending = languageOf(address)
    const isMarkdown = /^(?:md|markdown)$/.test(ending) && !/:type=code\b/.test(options)
    const fragment = /:fragment=([\w-]{1,100})/.exec(options)?.[1]
    const parts = context.include(
      {
        address,
        choose({ text }) {
          const part = fragment === undefined ? text : fragmentOf(text, fragment)
          if (part === undefined || isMarkdown) return part
          return [makeCode(ending, splitLines(part.trimEnd()), line)]
        },
      },
      line,
    )
    // If nothing is included, the link stays.
    return parts === undefined ? undefined : { block: [parts] }
  },
}

function fragmentOf(text: string, name: string): string | undefined {
  const isMark = (line: string): boolean => /(?:\/\/\/|###) \[(.*?)\]/.exec(line)?.[1] === name
  return linesBetween(splitLines(text), isMark, isMark)?.join('\n')
}

/** https://docsify.js.org/#/helpers */
const docsifyAddresses: WordsConstruct = {
  name: 'address of a heading; settings of links and images: sizes stay',
  input: "[a](setup?id=first) [b](#/guide/setup) [c](d ':ignore') ![e](f.png ':size=50x100')",
  becomes: '[a](setup#first) [b](/guide/setup) [c](d) ![e](f.png){width=50 height=100}',
  mark: '](',
  words: /\]\(([^()\s]{0,1000})(?:[ \t]+(?:'([^'\n]{0,300})'|"([^"\n]{0,300})"))?\)/dg,
  replace: ({ match: [whole, ...groups] }) => {
    const link = plainLink(groups)
    return link === whole ? undefined : [makeText(link)]
  },
}

function plainLink([address = '', single, double]: readonly (string | undefined)[]): string {
  const settings = single ?? double
  const place = address.replace(/^#(?=\/)/, '').replace(/\?id=(?=[^&]*$)/, '#')
  if (settings === undefined) return `](${place})`
  const words = settings.split(/\s+/)
  const title = words.filter((word) => !word.startsWith(':')).join(' ')
  const shownTitle = title && ` "${title.replace(/["\\]/g, '\\$&')}"`
  if (title === settings) return `](${place}${shownTitle})`
  const [, width, height] = /(?:^|\s):size=(\d{1,5}%?)(?:x(\d{1,5}))?/.exec(settings) ?? []
  const size = [width && `width=${width}`, height && `height=${height}`].filter(Boolean).join(' ')
  return `](${place}${shownTitle})${size && `{${size}}`}`
}

/** https://docsify.js.org/#/helpers?id=customise-id-for-headings */
const docsifyHeadings: RowsConstruct = {
  name: 'name of a heading; what the sidebar is told of it',
  input: '## First steps :id=first\n\n## More {docsify-ignore}',
  becomes: '## First steps {#first}\n\n## More',
  rows: (rows) => rows.map(namedHeading),
}

function namedHeading(row: PartRow): PartRow {
  if (!/^\s*#{1,6} /.test(rowText(row))) return row
  const visibleParts = row.parts.filter(isVisible)
  const sentence = new Sentence(visibleParts, false)
  const [end, id] = headingEnd.exec(sentence.text) as RegExpExecArray
  if (end.trim() === '' && visibleParts.length === row.parts.length) return row
  const words = sentence.slice(0, sentence.text.length - end.length)
  return { ...row, parts: id === undefined ? words : [...words, makeText(` {#${id}}`)] }
}

function isVisible(part: Part): boolean {
  return part.type !== 'raw' || !/^<!-- *\{docsify-ignore(?:-all)?\} *-->$/.test(part.text)
}

const headingEnd = /(?:[ \t]:id=([\w-]{1,200}))?(?:[ \t]?\{docsify-ignore(?:-all)?\})?[ \t]*$/

/** https://docsify.js.org/#/helpers */
const docsifyNotes: RowsConstruct = {
  name: 'important words and tips',
  input: '!> Mind the tide\nand the wind',
  becomes: '> [!IMPORTANT]\n> Mind the tide\n> and the wind',
  rows(rows) {
    const result: PartRow[] = []
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as PartRow
      const [before, indent = '', mark] = note.exec(rowText(row)) ?? []
      // A line inside a code span is no note.
      if (before === undefined || row.parts[0]?.type !== 'text') {
        result.push(row)
        continue
      }
      const noteRows = [{ ...row, parts: sliceRow(row, before.length) }]
      for (let below = rows[index + 1]; isBelowNote(below); below = rows[index + 1]) {
        index += 1
        noteRows.push({ ...below, parts: sliceRow(below, rowText(below).search(/\S/)) })
      }
      const kind = mark === '!' ? 'important' : 'tip'
      const alert = makeAlert(kind, undefined, partsOfRows(noteRows), row.line)
      result.push({ ...row, parts: [makeText(indent), alert] })
    }
    return result
  },
}

const note = /^(\s*)([!?])> +/

function isBelowNote(row: PartRow | undefined): row is PartRow {
  return isOfParagraph(row) && !note.test(rowText(row))
}

export const docsifyConstructs: readonly PartConstruct[] = [
  docsifyIncludedFiles,
  docsifyNotes,
  docsifyHeadings,
  docsifyAddresses,
]

/** https://docsify.js.org/#/configuration */
export const docsify: Generator = {
  configNames: ['index.html'],
  configSign: /\$docsify|\/docsify[@/.]/,
  partNames: ['_sidebar', '_navbar', '_coverpage', '_footer'],
}
