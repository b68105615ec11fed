/** MyST's include directives. @module */
import { posix } from 'node:path'
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { IncludedFile } from '../dialect-context.ts'
import { codeInfo, makeCode } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { rangeOf } from '../shared/file-parts.ts'
import { type Directive, directiveConstruct } from './directive.ts'

/** https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html */
export const mystIncludedFiles: TagConstruct = directiveConstruct({
  name: 'file that is shown, or some lines of it',
  input: '```{literalinclude} notes.md\n:lines: 2-3\n```',
  becomes: '```md\ntwo\nthree\n```',
  names: ['include', 'literalinclude'],
  shows: [
    'caption',
    'filename',
    'language',
    'code',
    'literal',
    'lines',
    'start-line',
    'end-line',
    'start-after',
    'start-at',
    'end-before',
    'end-at',
    'diff',
    'pyobject',
  ],
  replace(directive, context) {
    const { argument, line } = directive
    if (argument === '') return undefined
    const parts = context.include(
      {
        address: argument,
        rebase: (address) => context.findUid(address) !== undefined,
        choose: (file) => chosenOf(file, directive),
      },
      line,
    )
    return [parts]
  },
})

function chosenOf(
  file: IncludedFile,
  { name, options, line }: Directive,
): string | readonly Part[] | undefined {
  const text = partOf(file.text.replace(/\r?\n$/, ''), Object.fromEntries(options))
  if (text === undefined) return undefined
  const ending = posix.extname(file.path).slice(1)
  const isCode =
    name === 'literalinclude' || options.has('code') || options.has('literal') || ending === 'rst'
  if (!isCode) return text.replace(/^(?:[^\S\n]*\n)+|\s+$/g, '')
  const language = options.get('language') || options.get('code') || ending
  return [makeCode(codeInfo(language, options.get('caption')), splitLines(text), line)]
}

type Options = Readonly<Record<string, string>>

/** Undefined when a start or end marker is missing. */
function partOf(text: string, options: Options): string | undefined {
  let part = text
  const { lines } = options
  for (const [name, isKept] of [
    ['start-after', false],
    ['start-at', true],
  ] as const) {
    const at = options[name] === undefined ? 0 : part.indexOf(options[name])
    if (at === -1) return undefined
    if (options[name] !== undefined)
      part = isKept
        ? part.slice(part.lastIndexOf('\n', at) + 1)
        : part.slice(at + options[name].length)
  }
  for (const [name, isKept] of [
    ['end-before', false],
    ['end-at', true],
  ] as const) {
    const at = options[name] === undefined ? -1 : part.indexOf(options[name])
    if (options[name] === undefined) continue
    if (at === -1) return undefined
    part = part.slice(0, isKept ? at + options[name].length : at)
  }
  const texts = splitLines(part)
  const from = Number(options['start-line'] ?? 0)
  const to = Number(options['end-line'] ?? texts.length)
  const selectedLines =
    Number.isInteger(from) && Number.isInteger(to) ? texts.slice(from, to) : texts
  const ranges = lines?.split(',').slice(0, 100)
  return (ranges?.flatMap((range) => rangeOf(selectedLines, range)) ?? selectedLines).join('\n')
}
