/** Puts files in place of the lines that include them, and of those that these include. @module */
import { posix } from 'node:path'
import type { DialectContext, IncludedFile } from './construct.ts'
import { kindsOf, type Line, type LineKind } from './line.ts'
import { linesOf, textOfLines } from './lines-of.ts'

/** What a line includes. */
export interface Inclusion {
  /** As written. */
  readonly address: string
  /** What the line says before and after it; indentation and quotes go on before each line. */
  readonly before: string
  readonly after: string
  /** The address is from the folder of the file that includes, not of the page. */
  readonly isRelative: boolean
  /**
   * Choose what of the file is included.
   * @returns undefined when the file has no such part.
   */
  choose(file: IncludedFile): string | undefined
}

/** Files that include one another end here. */
const maxDepth = 10

/** The most characters that one page takes from other files. */
const maxCharacters = 4 * 1024 * 1024

/**
 * Read the files that a document includes. What cannot be included is left as it is written.
 * @param lines The document, whole.
 * @param context Reads the files, and hears of those that are too deep, too long, or lack a part.
 * @param find Reads a line that includes a file; undefined for any other.
 */
export function readIncludes(
  lines: readonly Line[],
  context: DialectContext,
  find: (text: string, kind: LineKind) => Inclusion | undefined,
): readonly Line[] {
  let charactersLeft = maxCharacters
  const readAll = (some: readonly Line[], including: readonly IncludedFile[]): Line[] => {
    const kinds = kindsOf(some)
    const result: Line[] = []
    for (const [index, one] of some.entries()) {
      const kind = kinds[index] as LineKind
      let part = one
      // A line may include several files.
      for (let goesOn = false; ; goesOn = true) {
        const inclusion = kind === 'front-matter' ? undefined : find(part.text, kind)
        const included = inclusion && include(inclusion, one.line, including)
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
  const include = (
    inclusion: Inclusion,
    line: number,
    including: readonly IncludedFile[],
  ): readonly Line[] | undefined => {
    const { address, isRelative, choose } = inclusion
    const base = isRelative ? including.at(-1)?.path : undefined
    const file = context.readInclude(addressFrom(context.path, base, address), line)
    if (file === undefined) return undefined
    const text = choose({ ...file, text: withoutFrontMatter(file) })
    const isCircle = including.some(({ path }) => path === file.path) || file.path === context.path
    if (text === undefined || isCircle || including.length >= maxDepth) {
      context.notice('include-missing', address, line)
      return undefined
    }
    charactersLeft -= text.length
    if (charactersLeft < 0) {
      context.notice('include-missing', address, line)
      return undefined
    }
    return readAll(placed(text, inclusion, line), [...including, file])
  }
  return readAll(lines, [])
}

function addressFrom(page: string, including: string | undefined, address: string): string {
  if (including === undefined || address.startsWith('/')) return address
  const path = posix.join(posix.dirname(including), address)
  return posix.relative(posix.dirname(page), path)
}

/** What is said of a file is not said of the page that includes it. */
function withoutFrontMatter({ path, text }: IncludedFile): string {
  if (!/\.(?:md|markdown|mdx)$/i.test(path)) return text
  const lines = linesOf(text, 1)
  const kinds = kindsOf(lines)
  return textOfLines(lines.filter((_, index) => kinds[index] !== 'front-matter'))
}

function placed(text: string, { before }: Inclusion, line: number): Line[] {
  const texts = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const isPrefix = /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*$/.test(before)
  const later = isPrefix ? before.replace(/[^\s>]/g, ' ') : ''
  return texts.map((one, index) => {
    const start = index === 0 ? before : later
    return { text: (start + one).trimEnd(), line }
  })
}
