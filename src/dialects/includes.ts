/** Puts files in place of the lines that include them, and of those that these include. @module */
import { posix } from 'node:path'
import { splitLines } from '../convert/code/line-reader.ts'
import { openedLine, sealedAgain } from './code-lines.ts'
import type { IncludedFile, ReadingContext } from './construct.ts'
import { kindOf, type Line } from './line.ts'
import { withoutFrontMatter } from './lines-of.ts'
import { open } from './sealed-code.ts'

/** What a line includes. */
export interface Inclusion {
  /** As written. */
  readonly address: string
  /** What the line says before and after it; indentation and quotes go on before each line. */
  readonly before: string
  readonly after: string
  /** The address is from the folder of the page, whichever file includes. */
  readonly isFromPage?: true
  /**
   * Choose what of the file is included.
   * @returns Markdown as the file has it, or lines; undefined when the file has no such part.
   */
  choose(file: IncludedFile): string | readonly Line[] | undefined
}

/** What a line says before and after what was found in it. */
export function around({
  0: written,
  index,
  input,
}: RegExpExecArray): Pick<Inclusion, 'before' | 'after'> {
  return { before: input.slice(0, index), after: input.slice(index + written.length) }
}

/** Where files are included. */
export interface Includer {
  /** Reads a line that includes a file; undefined for any other. */
  find(text: string): Inclusion | undefined
  /** In code as well; as a `sample` where code may show how files are included. */
  readonly inCode?: 'always' | 'sample'
  /** What cannot be included is left as it is written: it is read as a link. */
  readonly isLink?: true
}

/** Files that include one another end here. */
const maxDepth = 10

/** What a file costs beside its text that another included file includes: these may be many times as many. */
const nestedCost = 4_096

/**
 * Read the files that a document includes. What cannot be included leaves nothing, but in code.
 * @param lines The document, whole.
 * @param context Reads the files, and hears of those that are too deep, too long, or lack a part.
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
  /** What a line of code includes is code, too. */
  const readCode = (one: Line, including: readonly IncludedFile[]): readonly Line[] => {
    const opened = openedLine(one.text)
    if (opened === undefined) return [one]
    const { prefix } = opened
    const { line } = one
    const result: Line[] = []
    // What stands behind an included file goes on in the last line of it.
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
  const include = (inclusion: Inclusion, place: IncludingPlace): readonly Line[] | undefined => {
    const { line, codePrefix } = place
    const isLeft = isLink || codePrefix !== undefined
    return (
      includeFile(inclusion, place) ?? (isLeft ? undefined : [{ text: inclusion.before, line }])
    )
  }
  const includeFile = (
    inclusion: Inclusion,
    place: IncludingPlace,
  ): readonly Line[] | undefined => {
    const { address, isFromPage, choose } = inclusion
    const { line, including, codePrefix } = place
    const base = isFromPage ? undefined : including.at(-1)?.path
    const isSample = codePrefix !== undefined && inCode === 'sample'
    const leftOut = (): undefined => {
      // Files that include one another in a circle come here very often.
      if (!told.has(`${line}:${address}`)) context.notice('include-missing', address, line)
      told.add(`${line}:${address}`)
    }
    // Before it is read: to read what is left out costs as much.
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
  /** What stands before each line of the code that includes; undefined outside code. */
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

function placed(lines: readonly Line[], { before }: Inclusion, line: number): Line[] {
  const isPrefix = /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*$/.test(before)
  const later = isPrefix ? before.replace(/[^\s>]/g, ' ') : ''
  return lines.map(({ text }, index) => {
    const start = index === 0 ? before : later
    return { text: (start + text).trimEnd(), line }
  })
}

/** Below what stands before it, as far as that is indentation. */
function placedInCode(
  chosen: string | readonly Line[],
  { before }: Inclusion,
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
