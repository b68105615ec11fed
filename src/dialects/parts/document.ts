/** Reads one document, and the files that it includes, with the constructs of its dialects. @module */
import { posix } from 'node:path'
import { append } from '../../base/append.ts'
import type { CodeRules } from '../../convert/code/code-rules.ts'
import { withoutFrontMatter } from '../../convert/code/front-matter-lines.ts'
import type { DialectContext, IncludedFile } from '../construct.ts'
import { lentValues } from '../lent-values.ts'
import type { Part } from './part.ts'
import type { Context, EvaluatedText, Inclusion, PartConstruct } from './part-construct.ts'
import { type Notation, readParts } from './read-parts.ts'
import { rebaseAddresses } from './rebase-addresses.ts'
import { visitTags, visitWords } from './visit-parts.ts'

/** Deeper includes end here, and so do circles. */
const maxDepth = 10

/** Cost in characters of each nested include, because their number can grow exponentially. */
const nestedCost = 4_096

type Notices = Pick<Context, 'leaveOut' | 'leaveTemplate'>

/** Let constructs evaluate the templates of a document. */
export function evaluateTemplates(
  document: EvaluatedText,
  constructs: readonly PartConstruct[],
  rules: CodeRules,
  context: DialectContext & Notices,
): EvaluatedText {
  return constructs.reduce((evaluated, construct) => {
    if (!('evaluate' in construct) || !construct.sign.test(evaluated.text)) return evaluated
    const given = { ...context, ...lentValues(context), rules, lineOf: evaluated.lineOf }
    return construct.evaluate(evaluated.text, given) ?? evaluated
  }, document)
}

/**
 * Read a document.
 * @param lineOf Number of a line in the source, by its index in the text.
 */
export function readDocumentParts(
  text: string,
  constructs: readonly PartConstruct[],
  notation: Notation,
  context: DialectContext & Notices,
  lineOf: (row: number) => number,
): { readonly parts: readonly Part[]; readonly isChanged: boolean; readonly line: number } {
  const document = readParts(text, notation, lineOf)
  const given = { ...context, ...lentValues(context), document, given: new Map() }
  const reading = new Reading(constructs, notation, given)
  const inPage = reading.contextIn([])
  const { parts, isChanged, line } = visitTags(document, constructs, inPage, lineOf(0))
  const words = visitWords(parts, constructs, inPage, line)
  const after = reading.below.length === 0 ? words : [...words, ...reading.below]
  return { parts: after, isChanged: isChanged || after !== parts, line }
}

type Given = DialectContext & Notices & Pick<Context, 'document' | 'given' | 'take' | 'lend'>

class Reading {
  private readonly constructs: readonly PartConstruct[]
  private readonly notation: Notation
  private readonly given: Given
  private readonly told = new Set<string>()
  /** What stands below the document. */
  readonly below: Part[] = []
  private belowCount = 0

  constructor(constructs: readonly PartConstruct[], notation: Notation, given: Given) {
    this.constructs = constructs
    this.notation = notation
    this.given = given
  }

  contextIn(including: readonly IncludedFile[]): Context {
    return {
      ...this.given,
      addBelow: (line, make) => {
        this.belowCount += 1
        const end = { type: 'break', line } as const
        append(this.below, [end, end, ...make(this.belowCount)])
        return this.belowCount
      },
      read: (markdown, line) => this.read(markdown, line, including),
      include: (inclusion, line) => this.include(inclusion, line, including),
      includeCode: (inclusion, line, change = (text) => text) => {
        const found = this.fileOf(inclusion, line, including)
        if (typeof found?.chosen !== 'string') return undefined
        return change(found.chosen, this.contextIn([...including, found.file]))
      },
    }
  }

  private read(
    markdown: string,
    line: number,
    including: readonly IncludedFile[],
    given: ReadonlyMap<string, string> = new Map(),
    rebase: (parts: readonly Part[]) => readonly Part[] = (parts) => parts,
  ): readonly Part[] {
    const parts = rebase(readParts(markdown, this.notation, () => line))
    const document = [...parts, ...this.given.document]
    const context = { ...this.contextIn(including), document, given }
    return visitTags(parts, this.constructs, context, line).parts
  }

  private include(
    inclusion: Inclusion,
    line: number,
    including: readonly IncludedFile[],
  ): readonly Part[] | undefined {
    const found = this.fileOf(inclusion, line, including)
    if (found === undefined) return undefined
    const { file, chosen } = found
    if (typeof chosen !== 'string') return chosen
    const { given, rebase: isName } = inclusion
    const [from, to] = [file.path, this.given.path].map((path) => posix.dirname(path))
    return this.read(chosen.replace(/\n$/, ''), line, [...including, file], given, (parts) =>
      isName === undefined ? parts : rebaseAddresses(parts, from as string, to as string, isName),
    )
  }

  /** Find an included file, and what is chosen of it, within the limits of one document. */
  private fileOf(
    { address, isFromPage, isSample, choose }: Inclusion,
    line: number,
    including: readonly IncludedFile[],
  ): { readonly file: IncludedFile; readonly chosen: string | readonly Part[] } | undefined {
    const { take, path, notice, readInclude } = this.given
    const leftOut = (): undefined => {
      // Circles reach this point very often.
      if (!this.told.has(`${line}:${address}`)) notice('include-missing', address, line)
      this.told.add(`${line}:${address}`)
    }
    // Check the limit before reading: reading costs as much as including.
    if (!take(0, line)) return undefined
    if (including.length >= maxDepth) return leftOut()
    const base = isFromPage ? undefined : including.at(-1)?.path
    const file = readInclude(addressFrom(path, base, address), line, isSample === true)
    if (file === undefined) return undefined
    const isMarkdown = /\.(?:q?md|markdown|mdx)$/i.test(file.path)
    const chosen = choose(isMarkdown ? { ...file, text: withoutFrontMatter(file.text) } : file)
    const isCircle = including.some((one) => one.path === file.path) || file.path === path
    const cost = including.length === 0 ? 0 : nestedCost
    const length = typeof chosen === 'string' ? chosen.length : file.text.length
    if (!take(cost + (chosen === undefined ? 0 : length), line)) return undefined
    return chosen === undefined || isCircle ? leftOut() : { file, chosen }
  }
}

function addressFrom(page: string, including: string | undefined, address: string): string {
  if (including === undefined || address.startsWith('/')) return address
  const path = posix.join(posix.dirname(including), address)
  return posix.relative(posix.dirname(page), path)
}
