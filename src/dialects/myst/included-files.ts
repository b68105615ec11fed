/** `{include}` and `{literalinclude}` of MyST: files that a page shows. @module */
import { posix } from 'node:path'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf, codeInfo, codeSpanOf } from '../code-block.ts'
import type { Construct, IncludedFile, ReadingContext } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { type Line, mapText } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { directiveConstruct, openFences } from './directive.ts'

type Options = Readonly<Record<string, string>>

const names = ['include', 'literalinclude']

/** On one line each, so that included files may include others. */
const oneLine = directiveConstruct({
  name: '',
  written: '',
  becomes: '',
  names,
  replace: ({ name, argument, options }) => [
    `{${name} ${JSON.stringify({ ...Object.fromEntries(options), file: argument })}}`,
  ],
})

const included = /^([\s>]*(?:[-*+]\s+)?)\{((?:literal)?include) (\{"[^\n]{1,3000}\})\}\s*$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html */
export const mystIncludedFiles: Construct = {
  name: 'file that is shown, or some lines of it',
  written: '```{literalinclude} notes.md\n:lines: 2-3\n```',
  becomes: '```md\ntwo\nthree\n```',
  sign: /\{(?:literal)?include\}/,
  read: (lines, context) =>
    mapText(
      readIncludes(oneLine.read(lines, context), context, {
        find: (text) => findInclude(text, context),
      }),
      // What is missing is shown by its name.
      (text) => {
        const [, before = '', name, said = ''] = included.exec(text) ?? []
        return name === undefined
          ? text
          : before + codeSpanOf(`{${name}} ${optionsOf(said)?.file ?? ''}`.trim())
      },
    ),
}

function optionsOf(said: string): Options | undefined {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}

function findInclude(text: string, context: ReadingContext): Inclusion | undefined {
  const [, before = '', name, said = ''] = (text.includes('{') && included.exec(text)) || []
  const options = name === undefined ? undefined : optionsOf(said)
  const { file = '' } = options ?? {}
  if (options === undefined || typeof file !== 'string' || file.trim() === '') return undefined
  return {
    address: file,
    before,
    after: '',
    choose: (one) => chosen(one, { options, isCode: name === 'literalinclude' }, context),
  }
}

function chosen(
  file: IncludedFile,
  { options, isCode }: { readonly options: Options; readonly isCode: boolean },
  context: ReadingContext,
): readonly Line[] | undefined {
  const text = partOf(file.text.replace(/\r?\n$/, ''), options)
  if (text === undefined) return undefined
  const ending = posix.extname(file.path).slice(1)
  if (isCode || 'code' in options || 'literal' in options || ending === 'rst') {
    const language = options.language || options.code || ending
    return codeBlockOf(codeInfo(language, options.caption), splitLines(text), 1)
  }
  const isName = (address: string): boolean => context.findUid(address) !== undefined
  const rebased = rebaseLinks({ ...file, text }, context, isName)
  const lines = openFences(withoutBlankEnds(rebased), context)
  return oneLine.read(lines, context)
}

/** Undefined where what it begins or ends with is not there. */
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
  const some = Number.isInteger(from) && Number.isInteger(to) ? texts.slice(from, to) : texts
  return (lines === undefined ? some : numbered(some, lines)).join('\n')
}

/** `1,3-5,20-`. */
function numbered(texts: readonly string[], ranges: string): readonly string[] {
  return ranges
    .split(',')
    .slice(0, 100)
    .flatMap((range) => {
      const [from = '', to] = range.trim().split('-')
      const start = Math.max(1, Number(from) || 1)
      const end = to === undefined ? start : Number(to) || texts.length
      return texts.slice(start - 1, end)
    })
}
