/**
 * Include plugins: `{% include-markdown "FILE" start="…" %}`, `{! FILE !}`. @module
 */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { IncludedFile } from '../dialect-context.ts'
import { makeText } from '../parts/make-parts.ts'
import { mapChildren, type Part, partsOfRows, rowsOf } from '../parts/part.ts'
import type { CodeConstruct, Inclusion, TagConstruct } from '../parts/part-construct.ts'
import { noName } from '../parts/rebase-addresses.ts'
import { singleTags } from '../parts/syntax.ts'
import { rangeOf } from '../shared/file-parts.ts'
import { codeWithFiles, includedAt } from '../shared/included-files.ts'

const directive = /\{%-?\s*(include|include-markdown)\s+(["'][^%]{1,1000}?)-?%\}/
const part =
  /(?<!\\)\{![+>]*\s*([^\s{}!|[\]]{1,500})\s*(?:\[ln:([-\d.,\s]{1,200})\])?\s*(?:\|[^!{}]{0,200})?!(?:\s*lines=([-\d\s]{1,200}))?\}/

const directives = singleTags('include directive', /\{%-?/, directive)
const includedParts = singleTags('included part', /(?<!\\)\{!/, part)

/** https://github.com/mondeja/mkdocs-include-markdown-plugin */
export const mkdocsIncludedFiles: TagConstruct = {
  name: 'file that is included, or a part of it',
  input: '{% include-markdown "notes.md" start="two" end="four" %}',
  becomes: '\nthree',
  syntax: directives,
  tag(tag, context) {
    const match = findDirective(tag.opening)
    if (match === undefined) return undefined
    const { attributes, ...inclusion } = match
    const offset = Number(attributes.pairs.get('heading-offset') ?? 0)
    const include: typeof context.include = (...place) => {
      const parts = context.include(...place)
      return parts === undefined || !Number.isInteger(offset) ? parts : shiftHeadings(parts, offset)
    }
    return includedAt(tag, inclusion, { ...context, include })
  },
}

export const mkdocsIncludedFilesInCode: CodeConstruct = {
  name: 'file that is included in code',
  input: '```\n{% include "notes.md" start="two" end="four" %}\n```',
  becomes: '```\n\nthree\n```',
  inCode: {
    input: '```\n{% include "notes.md" start="two" end="four" %}\n```',
    becomes: '```\n\nthree\n```',
  },
  sign: /\{%-?\s*include/,
  code: (block, context) =>
    codeWithFiles(block, context, (text) => {
      const match = text.includes('{%') ? findDirective(text) : undefined
      return match && { ...match, isSample: true }
    }),
}

interface Directive extends Inclusion {
  readonly attributes: Attributes
  readonly from: number
  readonly to: number
}

function findDirective(text: string): Directive | undefined {
  const match = directive.exec(text)
  if (match === null) return undefined
  const [whole, kind, argumentText = ''] = match
  const attributes = readAttributes(argumentText)
  const address = attributes.words[0] ?? ''
  if (/^https?:/i.test(address)) return undefined
  const rebases = kind !== 'include' && attributes.pairs.get('rewrite-relative-urls') !== 'false'
  return {
    address,
    attributes,
    from: match.index,
    to: match.index + whole.length,
    ...(rebases ? { rebase: noName } : {}),
    choose: (file) => betweenMarks(file, attributes),
  }
}

function betweenMarks({ text: fileText }: IncludedFile, { pairs }: Attributes): string | undefined {
  const [start = '', end = ''] = [pairs.get('start') ?? '', pairs.get('end') ?? ''].map(
    withoutEscapes,
  )
  const from = fileText.indexOf(start)
  if (from === -1) return undefined
  const text = fileText.slice(from + start.length)
  const to = end === '' ? -1 : text.indexOf(end)
  return to === -1 ? text : text.slice(0, to)
}

function withoutEscapes(mark: string): string {
  return mark.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

function shiftHeadings(parts: readonly Part[], offset: number): readonly Part[] {
  const change = (children: readonly Part[], line: number): readonly Part[] =>
    partsOfRows(
      rowsOf(children, line).map((row) => {
        const [first, ...others] = row.parts
        const text = first?.type === 'text' ? first.text : ''
        const [marks] = /^#{1,6}(?=\s)/.exec(text) ?? []
        if (marks === undefined) return row
        const newMarks = '#'.repeat(Math.min(6, Math.max(1, marks.length + offset)))
        return { ...row, parts: [makeText(newMarks + text.slice(marks.length)), ...others] }
      }),
    )
  return offset === 0 ? parts : change(mapChildren(parts, change), 0)
}

/** https://github.com/neurobin/mdx_include */
export const mkdocsIncludedParts: TagConstruct = {
  name: 'file that is included by its name alone, or some lines of it',
  input: '{!> notes.md [ln:2-3] !}',
  becomes: 'two\nthree',
  syntax: includedParts,
  tag(tag, context) {
    const inclusion = findPart(tag.opening)
    return inclusion && includedAt(tag, inclusion, context)
  },
}

export const mkdocsIncludedPartsInCode: CodeConstruct = {
  name: 'file that is included in code by its name alone',
  input: '```\n{!> notes.md [ln:2-3] !}\n```',
  becomes: '```\ntwo\nthree\n```',
  inCode: { input: '```\n{!> notes.md [ln:2-3] !}\n```', becomes: '```\ntwo\nthree\n```' },
  sign: /\{!/,
  code: (block, context) =>
    codeWithFiles(block, context, (text) => (text.includes('{!') ? findPart(text) : undefined)),
}

function findPart(text: string): (Inclusion & { from: number; to: number }) | undefined {
  const match = part.exec(text)
  if (match === null) return undefined
  const [whole, address = '', ranges, lineList = ''] = match
  if (!/[./]/.test(address) || /^https?:/i.test(address)) return undefined
  return {
    address,
    from: match.index,
    to: match.index + whole.length,
    isFromPage: true,
    choose: (file) => chosenLines(file.text, ranges ?? lineList.trim().replace(/\s+/g, ',')),
  }
}

/**
 * Select lines by number, from 1.
 * @param ranges Such as `2-4,7` or `2:4`; columns behind a point are ignored; empty means all.
 */
function chosenLines(text: string, ranges: string): string {
  if (ranges.trim() === '') return text
  const lines = text.split(/\r?\n/)
  const plain = ranges.replace(/\.\d*/g, '').replaceAll(':', '-').split(',')
  return plain.flatMap((range) => rangeOf(lines, range)).join('\n')
}
