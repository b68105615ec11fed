/** Replaces include directives by the files that they name, recursively. @module */
import { posix } from 'node:path'
import { withoutFrontMatter } from '../convert/code/front-matter-lines.ts'
import { splitLines } from '../convert/code/line-reader.ts'
import { openedLine, sealedAgain } from './code-lines.ts'
import type { IncludedFile, ReadingContext } from './construct.ts'
import { kindOf, type Line } from './line.ts'
import { open } from './sealed-code.ts'

export interface LineInclusion {
  readonly address: string
  /** The rest of the line; indentation and quote marks in it precede each included line. */
  readonly before: string
  readonly after: string
  /** The address is relative to the page, whichever file includes. */
  readonly isFromPage?: true
  choose(file: IncludedFile): string | readonly Line[] | undefined
}

export function around({
  0: written,
  index,
  input,
}: RegExpExecArray): Pick<LineInclusion, 'before' | 'after'> {
  return { before: input.slice(0, index), after: input.slice(index + written.length) }
}

interface Includer {
  find(text: string): LineInclusion | undefined
  /** Whether directives in code count; `sample` means that code may only show how to include. */
  readonly inCode?: 'always' | 'sample'
  /** A directive that cannot be resolved stays, because it is a valid link. */
  readonly isLink?: true
}

/** Deeper includes end here, and so do circles. */
const maxDepth = 10

/** Cost in characters of each nested include, because their number can grow exponentially. */
const nestedCost = 4_096

/**
 * Insert the included files. A directive that cannot be resolved leaves nothing, except in code.
 * @param context Reads the files, and gets reports about includes that are too deep, too long or
 * missing a part.
 */
export function readIncludes(
  lines: readonly Line[],
  context: ReadingContext,
  { find, inCode, isLink }: Includer,
): readonly Line[] {
  const told = new Set<string>()
  const readAll = (some: readonly Line[], including: readonly IncludedFile[]): Line[] => {
    const result: Line[] = []
    for (const one of some) {
      const kind = kindOf(one.text)
      if (kind === 'code' && inCode !== undefined) {
        for (const shown of readCode(one, including)) result.push(shown)
        continue
      }
      let part = one
      // A line may include several files.
      for (let goesOn = false; ; goesOn = true) {
        const inclusion = kind === 'text' ? find(part.text) : undefined
        const included = inclusion && include(inclusion, { line: one.line, including })
        const [first, ...others] = included ?? [part]
        const before = goesOn ? (result.pop()?.text ?? '') : ''
        result.push({ text: before + (first?.text ?? ''), line: one.line })
        for (const shown of others) result.push(shown)
        if (inclusion === undefined || included === undefined || inclusion.after === '') break
        part = { text: inclusion.after, line: one.line }
      }
    }
    return result
  }
  /** Files included in code are code. */
  const readCode = (one: Line, including: readonly IncludedFile[]): readonly Line[] => {
    const opened = openedLine(one.text)
    if (opened === undefined) return [one]
    const { prefix } = opened
    const { line } = one
    const result: Line[] = []
    // The rest of the line follows the last line of the included file.
    for (let content = opened.content; ; ) {
      const inclusion = find(content)
      const included = inclusion && include(inclusion, { line, including, codePrefix: prefix })
      const [first, ...others] = included ?? [{ text: sealedAgain({ prefix, content }), line }]
      const before = result.pop()?.text ?? prefix
      result.push({ text: before + (first?.text.slice(prefix.length) ?? ''), line })
      for (const shown of others) result.push(shown)
      if (inclusion === undefined || included === undefined || inclusion.after === '') return result
      content = inclusion.after
    }
  }
  const include = (
    inclusion: LineInclusion,
    place: IncludingPlace,
  ): readonly Line[] | undefined => {
    const { line, codePrefix } = place
    const isLeft = isLink || codePrefix !== undefined
    return (
      includeFile(inclusion, place) ?? (isLeft ? undefined : [{ text: inclusion.before, line }])
    )
  }
  const includeFile = (
    inclusion: LineInclusion,
    place: IncludingPlace,
  ): readonly Line[] | undefined => {
    const { address, isFromPage, choose } = inclusion
    const { line, including, codePrefix } = place
    const base = isFromPage ? undefined : including.at(-1)?.path
    const isSample = codePrefix !== undefined && inCode === 'sample'
    const leftOut = (): undefined => {
      // Circles reach this point very often.
      if (!told.has(`${line}:${address}`)) context.notice('include-missing', address, line)
      told.add(`${line}:${address}`)
    }
    // Check the limit before reading: reading costs as much as including.
    if (!context.take(0, line)) return undefined
    if (including.length >= maxDepth) return leftOut()
    const from = addressFrom(context.path, base, address)
    const file = context.readInclude(from, line, isSample)
    if (file === undefined) return undefined
    const isMarkdown = /\.(?:q?md|markdown|mdx)$/i.test(file.path)
    const chosen = choose(isMarkdown ? { ...file, text: withoutFrontMatter(file.text) } : file)
    const isCircle = including.some(({ path }) => path === file.path) || file.path === context.path
    const cost = including.length === 0 ? 0 : nestedCost
    if (!context.take(cost + (chosen === undefined ? 0 : lengthOf(chosen)), line)) return undefined
    if (chosen === undefined || isCircle) return leftOut()
    const shown =
      codePrefix === undefined
        ? placed(linesOfChosen(chosen, context), inclusion, line)
        : placedInCode(chosen, inclusion, { ...place, codePrefix })
    return readAll(shown, [...including, file])
  }
  return readAll(lines, [])
}

interface IncludingPlace {
  readonly line: number
  readonly including: readonly IncludedFile[]
  /** Prefix of the including line of code; undefined outside of code. */
  readonly codePrefix?: string
}

function lengthOf(chosen: string | readonly Line[]): number {
  if (typeof chosen === 'string') return chosen.length
  return chosen.reduce((sum, { text }) => sum + text.length, 0)
}

function linesOfChosen(chosen: string | readonly Line[], context: ReadingContext): readonly Line[] {
  const lines = typeof chosen === 'string' ? context.linesOf(chosen) : chosen
  return lines.length > 1 && lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines
}

function addressFrom(page: string, including: string | undefined, address: string): string {
  if (including === undefined || address.startsWith('/')) return address
  const path = posix.join(posix.dirname(including), address)
  return posix.relative(posix.dirname(page), path)
}

function placed(lines: readonly Line[], { before }: LineInclusion, line: number): Line[] {
  const isPrefix = /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*$/.test(before)
  const later = isPrefix ? before.replace(/[^\s>]/g, ' ') : ''
  return lines.map(({ text }, index) => {
    const start = index === 0 ? before : later
    return { text: (start + text).trimEnd(), line }
  })
}

function placedInCode(
  chosen: string | readonly Line[],
  { before }: LineInclusion,
  { line, codePrefix }: Required<IncludingPlace>,
): Line[] {
  const texts =
    typeof chosen === 'string'
      ? splitLines(chosen.replace(/\r?\n$/, ''))
      : chosen.map(({ text }) => open(text))
  const later = before.trim() === '' ? before : ''
  return texts.map((text, index) => {
    const content = (index === 0 ? before : later) + text
    return { text: sealedAgain({ prefix: codePrefix, content }), line }
  })
}
