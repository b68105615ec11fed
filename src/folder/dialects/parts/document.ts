/** Reads a document and its included files with the constructs of its dialects. @module */
import { posix } from 'node:path'
import { append } from '../../../contract/base/lists.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { withoutFrontMatter } from '../../../convert/code/front-matter-lines.ts'
import { withEnd } from './content.ts'
import type { LineOfCode, Part } from './part.ts'
import type {
  Context,
  DialectContext,
  IncludedFile,
  Inclusion,
  PartConstruct,
} from './part-construct.ts'
import { readParts } from './read-parts.ts'
import { visitTags, visitWords } from './visit-parts.ts'
import { oneLine } from './words.ts'
import { writtenText } from './write-parts.ts'

/** One document may have this many characters in total; a longer one is reported once. */
const maxCharacters = 4 * 1024 * 1024

function lentValues({
  variable,
  inherited,
  findUid,
  notice,
}: DialectContext): Pick<Context, 'take' | 'lend' | 'variable' | 'inherited' | 'findUid'> {
  let charactersLeft = maxCharacters
  const take: Context['take'] = (characters, line) => {
    if (charactersLeft < 0) return false
    charactersLeft -= characters
    if (charactersLeft < 0) notice('include-too-much', `${maxCharacters / 1024 / 1024} MiB`, line)
    return charactersLeft >= 0
  }
  const lend: Context['lend'] = (words, line = 0) => (take(words.length, line) ? words : undefined)
  /** A value must stay on one line, even where the configuration has it on several. */
  const lendLine = (words: string | undefined): string | undefined =>
    words === undefined ? undefined : lend(words.trim().replace(/\s*\n\s*/g, ' '))
  return {
    take,
    lend,
    variable: (name) => lendLine(variable(name)),
    inherited: (name) => lendLine(inherited(name)),
    findUid(uid) {
      const page = findUid(uid)
      // The page exists even where its title exceeds the limit.
      return page && { ...page, title: lend(page.title) ?? uid }
    },
  }
}

/** Stops deep and circular includes. */
const maxDepth = 10

/** Markdown within attributes and code is read to this depth; deeper content stays unread. */
const maxReadings = 20

/** Total limit in characters for nested content, which is read again at each depth. */
const maxRead = 4 * 1024 * 1024

/** Each nested include costs this many characters, because their number can grow exponentially. */
const nestedCost = 4_096

type SourceLine = Pick<LineOfCode, 'text' | 'line'>

/** The page, or content within it, that is being read. */
interface Place extends Pick<Context, 'document' | 'parameters'> {
  readonly including: readonly IncludedFile[]
  readonly depth: number
}

/** @param lineOf Source line number of a row of the text. */
export function readDocumentParts(
  text: string,
  constructs: readonly PartConstruct[],
  rules: CodeRules,
  context: DialectContext & Pick<Context, 'leaveOut' | 'leaveTemplate'>,
  lineOf: (row: number) => number,
): { readonly parts: readonly Part[]; readonly isChanged: boolean } {
  const syntaxes = new Set(
    constructs.flatMap((construct) => ('tag' in construct ? [construct.syntax].flat() : [])),
  )
  const notation = { syntaxes: [...syntaxes], rules }
  const document = readParts(text, notation, lineOf)
  const page: Place = { document, parameters: new Map(), including: [], depth: 0 }
  const { path, notice, readInclude } = context
  const values = lentValues(context)
  const { take } = values
  const reportedIncludes = new Set<string>()
  /** Parts to append at the end of the document. */
  const below: Part[] = []
  let belowCount = 0
  let readLength = 0

  function contextIn(place: Place): Context {
    return {
      ...context,
      ...values,
      parameters: place.parameters,
      get document() {
        return place.document
      },
      addBelow(line, make) {
        belowCount += 1
        const end = { type: 'break', line } as const
        append(below, [end, end, ...make(belowCount)])
        return belowCount
      },
      read: (markdown, line) => read([{ text: markdown, line }], place),
      readWords(markdown, line) {
        const parts = read([{ text: markdown, line }], place)
        return oneLine(writtenText(visitWords(parts, constructs, contextIn(place), line)))
      },
      readCode: (lines) => read(lines, place),
      include: (inclusion, line) => include(inclusion, line, place),
      includeCode(inclusion, line, change = (text) => text) {
        const includedFile = fileOf(inclusion, line, place.including)
        if (typeof includedFile?.content !== 'string') return undefined
        const including = [...place.including, includedFile.file]
        return change(includedFile.content, contextIn({ ...page, including }))
      },
    }
  }

  function read(lines: readonly SourceLine[], place: Place): readonly Part[] {
    const text = lines.map((sourceLine) => sourceLine.text).join('\n')
    readLength += text.length
    const isDeep = place.depth >= maxReadings || readLength > maxRead
    const line = lines[0]?.line ?? 0
    const parts = readParts(
      text,
      isDeep ? { syntaxes: [], rules } : notation,
      (row) => lines[row]?.line ?? line,
    )
    return isDeep ? parts : visit(parts, { ...place, depth: place.depth + 1 })
  }

  function visit(parts: readonly Part[], place: Place): readonly Part[] {
    return visitTags(parts, constructs, contextIn(place)).parts
  }

  function include(inclusion: Inclusion, line: number, place: Place): readonly Part[] | undefined {
    const includedFile = fileOf(inclusion, line, place.including)
    if (includedFile === undefined) return undefined
    const { file, content } = includedFile
    if (typeof content !== 'string') return content
    const { parameters = new Map(), rebase } = inclusion
    const fileParts = withEnd(readParts(content.replace(/\n$/, ''), notation, () => line))
    const parts =
      rebase === undefined
        ? fileParts
        : rebaseAddresses(fileParts, posix.dirname(file.path), posix.dirname(path), rebase)
    let allParts: readonly Part[] | undefined
    return visit(parts, {
      including: [...place.including, file],
      parameters,
      depth: place.depth,
      get document() {
        allParts ??= [...parts, ...document]
        return allParts
      },
    })
  }

  function fileOf(
    { address, isFromPage, isSample, isPart, choose }: Inclusion,
    line: number,
    including: readonly IncludedFile[],
  ): { readonly file: IncludedFile; readonly content: string | readonly Part[] } | undefined {
    const leftOut = (): undefined => {
      // Circular includes come here very often, so report each once.
      const key = `${line}:${address}`
      if (!reportedIncludes.has(key)) notice('include-missing', address, line)
      reportedIncludes.add(key)
    }
    // Check the limit first: reading a file costs as much as including it.
    if (!take(0, line)) return undefined
    if (including.length >= maxDepth) return leftOut()
    const base = isFromPage ? undefined : including.at(-1)?.path
    const file = readInclude(addressFrom(path, base, address), line, isSample === true)
    if (file === undefined) return undefined
    const isMarkdown = /\.(?:q?md|markdown|mdx)$/i.test(file.path)
    const includedFile = isMarkdown ? { ...file, text: withoutFrontMatter(file.text) } : file
    const content = choose === undefined ? includedFile.text : choose(includedFile)
    const isCircle = isPart
      ? including.some((ancestor) => ancestor.path === file.path && ancestor.text === content)
      : including.some((ancestor) => ancestor.path === file.path) || file.path === path
    const cost = including.length === 0 ? 0 : nestedCost
    const length = typeof content === 'string' ? content.length : file.text.length
    if (!take(cost + (content === undefined ? 0 : length), line)) return undefined
    if (content === undefined || isCircle) return leftOut()
    return { file: typeof content === 'string' ? { ...file, text: content } : file, content }
  }

  const inPage = contextIn(page)
  const { parts, isChanged } = visitTags(document, constructs, inPage)
  const words = visitWords(parts, constructs, inPage, lineOf(0))
  const allParts = below.length === 0 ? words : [...words, ...below]
  return { parts: allParts, isChanged: isChanged || allParts !== parts }
}

function addressFrom(page: string, including: string | undefined, address: string): string {
  if (including === undefined || /^(?:@|~?\/)/.test(address)) return address
  const path = posix.join(posix.dirname(including), address)
  return posix.relative(posix.dirname(page), path)
}

/** Groups: the prefix in Markdown or HTML, and the address. */
const address = /(\]\(<?|^\s*\[[^\]]{1,200}\]: *<?|\b(?:src|href|source)=")([^\s"'<>()]{1,2000})/g

/** Addresses that do not depend on the folder. */
const elsewhere = /^(?:[/{#?]|[a-z][a-z\d+.-]{0,30}:)/i

/**
 * @param from Folder of the included file.
 * @param to Folder of the page.
 * @param isName Tells which addresses are names of targets instead.
 */
function rebaseAddresses(
  parts: readonly Part[],
  from: string,
  to: string,
  isName: true | ((address: string) => boolean),
): readonly Part[] {
  if (from === to) return parts
  const rebaseText = (text: string): string =>
    text.replace(address, (match, before: string, target: string) => {
      if (elsewhere.test(target) || (isName !== true && isName(target))) return match
      const [path = ''] = /^[^?#]*/.exec(target) ?? []
      return before + posix.relative(to, posix.join(from, path)) + target.slice(path.length)
    })
  const rebasePart = (part: Part): Part => {
    if (part.type === 'text' || part.type === 'raw') return { ...part, text: rebaseText(part.text) }
    if (part.type !== 'tag') return part
    return {
      ...part,
      attributes: rebaseText(part.attributes),
      opening: rebaseText(part.opening),
      children: part.children.map(rebasePart),
    }
  }
  return parts.map(rebasePart)
}
