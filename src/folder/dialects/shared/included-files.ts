/** Include directives, in text and in code. @module */
import { makeCode } from '../parts/make-parts.ts'
import type { Code, CodeSpan } from '../parts/part.ts'
import type { Context, Inclusion, Replacement, VisitedTag } from '../parts/part-construct.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { outdentedCode } from './code.ts'
import { linesOfFile } from './file-parts.ts'

/**
 * Replace a tag by the included file, or by nothing if it is missing. Behind indentation the file
 * becomes a block with that indentation; elsewhere it continues the line.
 */
export function includedAt(
  { isBlock, before, line }: VisitedTag,
  inclusion: Inclusion,
  context: Context,
): Replacement {
  const parts = context.include(inclusion, line) ?? []
  return isBlock && before !== '' ? { block: [parts] } : { inline: parts }
}

interface CodeOfFile extends Omit<Inclusion, 'choose'> {
  readonly info: string
  /** Name of the part to show. */
  readonly part: string | undefined
  /** Select the lines; undefined where the file has no such part, which is reported. */
  select(texts: readonly string[]): readonly string[] | undefined
}

/** Show a file, or a part of it, as a block of code. */
export function codeOfFile(
  { info, part, select, ...inclusion }: CodeOfFile,
  line: number,
  context: Context,
): Replacement {
  const choose: Inclusion['choose'] = ({ text }) => {
    const lines = select(linesOfFile(text))
    if (lines !== undefined) return [makeCode(info, outdentedCode(lines), line)]
    context.notice('include-missing', `${inclusion.address}#${part}`, line)
    return []
  }
  return { block: [context.include({ ...inclusion, choose }, line)] }
}

/** An include directive in code, between two indexes of its line. */
export interface CodeInclusion extends Inclusion {
  readonly from: number
  readonly to: number
}

type FindInclusion = (text: string) => CodeInclusion | undefined

/** Finds the first include directive of a syntax in a line of code. */
export function inclusionFinder(
  { start, readTag }: Syntax,
  inclusionOf: (tag: SyntaxToken) => Inclusion | undefined,
): FindInclusion {
  const starts = new RegExp(start, 'g')
  return (text) => {
    for (const { index: from } of text.matchAll(starts)) {
      const tag = readTag?.(text, from)
      const inclusion = tag && inclusionOf(tag)
      if (tag && inclusion) return { ...inclusion, from, to: tag.end }
    }
    return undefined
  }
}

/** Replace include directives in a code block; unresolved ones stay. */
export function codeWithFiles(
  code: Code | CodeSpan,
  context: Context,
  find: FindInclusion,
): readonly [Code] | undefined {
  if (code.type === 'span') return undefined
  const lines = code.lines.flatMap((line) => {
    const text = withFiles(line.text, line.line, context, find)
    return text === line.text
      ? [line]
      : text.split('\n').map((newText) => ({ ...line, text: newText }))
  })
  const isSame =
    lines.length === code.lines.length && lines.every((line, at) => line === code.lines[at])
  return isSame ? undefined : [{ ...code, lines }]
}

/** A directive behind indentation indents all lines of its file. */
function withFiles(text: string, line: number, context: Context, find: FindInclusion): string {
  let result = ''
  for (let rest = text; ; ) {
    const inclusion = find(rest)
    const fileText =
      inclusion &&
      context.includeCode(inclusion, line, (content, inner) =>
        content
          .split(/\r?\n/)
          .map((includedLine) => withFiles(includedLine, line, inner, find))
          .join('\n'),
      )
    if (inclusion === undefined || fileText === undefined) return result + rest
    const before = rest.slice(0, inclusion.from)
    const indent = before.trim() === '' ? before : ''
    result += before + fileText.replace(/\n$/, '').replaceAll('\n', `\n${indent}`)
    rest = rest.slice(inclusion.to)
  }
}
