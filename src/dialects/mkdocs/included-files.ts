/** The plugin include-markdown: `{% include "FILE" %}`, `{% include-markdown "FILE" start="…" %}`. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct, IncludedFile, ReadingContext } from '../construct.ts'
import { around, type Inclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText } from '../line.ts'
import { rebaseLinks } from '../rebase-links.ts'

/** https://github.com/mondeja/mkdocs-include-markdown-plugin */
export const mkdocsIncludedFiles: Construct = {
  name: 'file that is included, or a part of it',
  written: '{% include-markdown "notes.md" start="two" end="four" %}',
  becomes: '\nthree',
  sign: /\{%-?\s*include/,
  inCode: {
    written: '```\n{% include "notes.md" start="two" end="four" %}\n```',
    becomes: '```\n\nthree\n```',
  },
  read: (lines, context) =>
    readIncludes(onOneLine(lines), context, {
      find: (text) => findDirective(text, context),
      inCode: 'sample',
    }),
}

const directive = /\{%-?\s*(include|include-markdown)\s+(["'][^%]{1,1000}?)-?%\}/
/** A directive that goes on for longer is none. */
const maxLines = 20

/** Directives may be written over many lines. */
function onOneLine(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  const result: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const isOpen = /\{%-?\s*(?:include\b.*)?$/.test(one.text) && !one.text.includes('%}')
    const end = isOpen && kinds[index] !== 'front-matter' ? endOfDirective(lines, index) : index
    const text = lines
      .slice(index, end + 1)
      .map((part, at) => (at === 0 ? part.text : part.text.trim()))
    result.push(end === index ? one : { ...one, text: text.join(' ') })
    index = end
  }
  return result
}

function endOfDirective(lines: readonly Line[], start: number): number {
  const next = lines.slice(start, start + maxLines)
  const end = next.findIndex(({ text }) => text.includes('%}'))
  const written = next.slice(0, end + 1).map(({ text }) => text)
  return directive.test(written.join(' ')) ? start + end : start
}

function findDirective(text: string, context: ReadingContext): Inclusion | undefined {
  const found = text.includes('{%') ? directive.exec(text) : null
  if (found === null) return undefined
  const [, kind, written = ''] = found
  const attributes = readAttributes(written)
  const address = attributes.words[0] ?? ''
  if (/^https?:/i.test(address)) return undefined
  return {
    address,
    ...around(found),
    choose: (file) => {
      const part = betweenMarks(file, attributes)
      if (part === undefined || kind === 'include') return part?.text
      const isKept = attributes.named.get('rewrite-relative-urls') === 'false'
      return lowered(isKept ? context.linesOf(part.text) : rebaseLinks(part, context), attributes)
    },
  }
}

/** What stands between the words that `start` and `end` name. */
function betweenMarks(file: IncludedFile, { named }: Attributes): IncludedFile | undefined {
  const [start, end] = [named.get('start') ?? '', named.get('end') ?? ''].map(unescaped)
  const from = file.text.indexOf(start as string)
  if (from === -1) return undefined
  const text = file.text.slice(from + (start as string).length)
  const to = end === '' ? -1 : text.indexOf(end as string)
  return { ...file, text: to === -1 ? text : text.slice(0, to) }
}

function unescaped(mark: string): string {
  return mark.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

/** Headings of the file stand below one of the page. */
function lowered(lines: readonly Line[], { named }: Attributes): readonly Line[] {
  const offset = Number(named.get('heading-offset') ?? 0)
  if (!Number.isInteger(offset) || offset === 0) return lines
  return mapText(lines, (one) => {
    const marks = /^#{1,6}(?=\s)/.exec(one)?.[0] ?? ''
    if (marks === '') return one
    return '#'.repeat(Math.min(6, Math.max(1, marks.length + offset))) + one.slice(marks.length)
  })
}
