/**
 * The include-markdown plugin: `{% include "FILE" %}`, `{% include-markdown "FILE" start="…" %}`.
 * @module
 */

import { posix } from 'node:path'
import { splitLines } from '../../convert/code/line-reader.ts'
import { type Attributes, readAttributes } from '../attributes.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct, IncludedFile, ReadingContext } from '../construct.ts'
import { around, type LineInclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText } from '../line.ts'
import { codeInfo } from '../parts/make-parts.ts'
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
const maxLines = 20

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

function findDirective(text: string, context: ReadingContext): LineInclusion | undefined {
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

/** Shift the headings of the file by `heading-offset`. */
function lowered(lines: readonly Line[], { named }: Attributes): readonly Line[] {
  const offset = Number(named.get('heading-offset') ?? 0)
  if (!Number.isInteger(offset) || offset === 0) return lines
  return mapText(lines, (one) => {
    const marks = /^#{1,6}(?=\s)/.exec(one)?.[0] ?? ''
    if (marks === '') return one
    return '#'.repeat(Math.min(6, Math.max(1, marks.length + offset))) + one.slice(marks.length)
  })
}

/** https://github.com/neurobin/mdx_include */
export const mkdocsIncludedParts: Construct = {
  name: 'file that is included by its name alone, or some lines of it',
  written: '{!> notes.md [ln:2-3] !}',
  becomes: 'two\nthree',
  sign: /\{!/,
  inCode: { written: '```\n{!> notes.md [ln:2-3] !}\n```', becomes: '```\ntwo\nthree\n```' },
  read: (lines, context) => readIncludes(lines, context, { find: findPart, inCode: 'always' }),
}

const part =
  /(?<!\\)\{![+>]*\s*([^\s{}!|[\]]{1,500})\s*(?:\[ln:([-\d.,\s]{1,200})\])?\s*(?:\|[^!{}]{0,200})?!(?:\s*lines=([-\d\s]{1,200}))?\}/

function findPart(text: string): LineInclusion | undefined {
  const [written, address = '', ranges, listed = ''] =
    (text.includes('{!') && part.exec(text)) || []
  if (written === undefined || !/[./]/.test(address) || /^https?:/i.test(address)) return undefined
  const at = text.indexOf(written)
  return {
    address,
    before: text.slice(0, at),
    after: text.slice(at + written.length),
    isFromPage: true,
    choose: (file) => chosenLines(file.text, ranges ?? listed.trim().replace(/\s+/g, ',')),
  }
}

/** https://github.com/tiangolo/markdown-include-variants */
export const mkdocsIncludedCode: Construct = {
  name: 'file that is included as code, or some lines of it',
  written: '{* notes.md ln[2:3] hl[2] title["Notes"] *}',
  becomes: '```md title="Notes"\ntwo\nthree\n```',
  sign: /\{\*/,
  read: (lines, context) => readIncludes(lines, context, { find: findCode }),
}

const code = /^(\s*)\{\*\s*([^\s{}*]{1,500})((?:\s[^{}]{0,1000})?)\*\}\s*$/

function findCode(text: string): LineInclusion | undefined {
  const [found, before = '', address = '', options = ''] =
    (text.includes('{*') && code.exec(text)) || []
  if (found === undefined || !/[./]/.test(address)) return undefined
  const option = (name: string): string =>
    new RegExp(`\\b${name}\\[([^\\]]{0,300})\\]`).exec(options)?.[1] ?? ''
  const title = option('title').replace(/^["']|["']$/g, '')
  const language = posix.extname(address).slice(1)
  const info = codeInfo(language, title || undefined)
  return {
    address,
    before,
    after: '',
    isFromPage: true,
    choose({ text: all }) {
      const lines = chosenLines(all, option('ln')).trimEnd()
      return codeBlockOf(info, splitLines(lines), 1)
    },
  }
}

/**
 * Choose lines by number, from 1.
 * @param ranges Such as `2-4,7` or `2:4`; columns behind a point are ignored; empty means all.
 */
function chosenLines(text: string, ranges: string): string {
  if (ranges.trim() === '') return text
  const lines = text.split(/\r?\n/)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = '', to] = range.replace(/\.\d*/g, '').split(/[-:]/)
      const start = Number(from.trim() || 1)
      const end = to === undefined ? start : Number(to.trim() || lines.length)
      return lines.slice(Math.max(0, start - 1), end)
    })
    .join('\n')
}
