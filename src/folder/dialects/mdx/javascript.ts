/** Finds import and export statements in MDX. @module */
import type { LineCode } from '../../../convert/code/line-code.ts'
import { stringEnds } from '../quoted.ts'

const startOfStatement =
  /^(?:\s{0,100}import\s*(?:["'{*]|\w[\w$]*\s*(?:,\s*[{*]|\s+from\s*["'])|type\s+[\w{*])|\s{0,100}import\s+\w[\w$]*\s*,?\s*$|export\s+(?:const|let|var|default|function|async\s+function|class|type|interface|enum)\b|export\s*[{*])/
const importOf = /^(?:import\b[^;"']{0,5000}["'][^"'\n]{1,1000}["'];?[ \t]*)+(?:\/\/.*)?$/

const loneTag = /^\s*<[A-Z][^<>]{0,500}>\s*$/

const maxLines = 500

export type JavaScriptStatement = readonly [from: number, to: number]

export function findStatements(
  lines: readonly string[],
  code: readonly LineCode[],
): readonly JavaScriptStatement[] {
  const readAt = lineReader(lines)
  const statements: JavaScriptStatement[] = []
  let isBetweenBlocks = true
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] as string
    const isText = code[index]?.kind === 'text'
    if (isText && isBetweenBlocks && startOfStatement.test(text)) {
      const end = endOfStatement(lines, index, readAt)
      if (end !== undefined) {
        statements.push([index, end])
        index = end - 1
        continue
      }
    }
    // An included file may stand inside a component.
    isBetweenBlocks = text.trim() === '' || !isText || loneTag.test(text) || /-->\s*$/.test(text)
  }
  return statements
}

interface LineEnd {
  readonly depth: number
  readonly isInTemplate: boolean
}

type ReadLine = (index: number, isInTemplate: boolean) => LineEnd

/**
 * Many statements may look at the same line, so its end is cached, separately for template
 * literals.
 */
function lineReader(lines: readonly string[]): ReadLine {
  const ends: LineEnd[] = []
  return (index, isInTemplate) => {
    const key = 2 * index + Number(isInTemplate)
    ends[key] ??= endOfLine(lines[index] as string, isInTemplate)
    return ends[key]
  }
}

function endOfStatement(
  lines: readonly string[],
  start: number,
  readAt: ReadLine,
): number | undefined {
  const isImport = (lines[start] as string).trimStart().startsWith('import')
  let text = ''
  let depth = 0
  let isInTemplate = false
  for (let index = start; index < Math.min(lines.length, start + maxLines); index += 1) {
    const line = lines[index] as string
    if (isImport) {
      if (line.trim() === '') return undefined
      text += index === start ? line.trim() : ` ${line.trim()}`
      if (importOf.test(text)) return index + 1
      continue
    }
    const end = readAt(index, isInTemplate)
    depth += end.depth
    ;({ isInTemplate } = end)
    if (depth <= 0 && !isInTemplate && !goesOn.test(line)) return index + 1
  }
  return undefined
}

const goesOn = /(?:[=,(+:?]|=>|&&|\|\||\bdefault)\s*$/

/** Skips brackets in strings and template literals. */
function endOfLine(line: string, isInTemplate: boolean): LineEnd {
  const endOf = stringEnds(line)
  const sign = /\\.|["'`]|\/\/|[{}()[\]]/g
  const end = { depth: 0, isInTemplate }
  for (let match = sign.exec(line); match !== null; match = sign.exec(line)) {
    const [mark] = match
    if (mark === '`') end.isInTemplate = !end.isInTemplate
    else if (end.isInTemplate || mark.startsWith('\\')) continue
    else if (mark === '//') break
    else if (mark === '"' || mark === "'") sign.lastIndex = endOf(match.index) ?? sign.lastIndex
    else end.depth += /[{([]/.test(mark) ? 1 : -1
  }
  return end
}

export function importedNames(text: string): [name: string, address: string][] {
  const imports = text.matchAll(/(?:^|;\s{0,100})import\s+([\w$]+)\s+from\s*["']([^"'\n]+)["']/g)
  // Markdown formatters escape `_` and `*` in addresses.
  return Array.from(imports, ([, name = '', address = '']) => [
    name,
    address.replace(/\\(?=[_*])/g, ''),
  ])
}
