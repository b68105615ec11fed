/** The statements of JavaScript that stand between the blocks of MDX. @module */
import { kindsOf, type Line } from '../line.ts'
import { stringEnds } from '../quoted.ts'

const startOfStatement =
  /^(?:\s{0,100}import\s*(?:["'{*]|\w[\w$]*\s*(?:,\s*[{*]|\s+from\s*["'])|type\s+[\w{*])|\s{0,100}import\s+\w[\w$]*\s*,?\s*$|export\s+(?:const|let|var|default|function|async\s+function|class|type|interface|enum)\b|export\s*[{*])/
const importOf = /^(?:import\b[^;"']{0,5000}["'][^"'\n]{1,1000}["'];?[ \t]*)+(?:\/\/.*)?$/

const loneTag = /^\s*<[A-Z][^<>]{0,500}>\s*$/

/** Longer statements are none. */
const maxLines = 500

/**
 * Find the statements of a document.
 * @param lines The document, whole.
 * @returns For each its first line and the one behind its last.
 */
export function findStatements(
  lines: readonly Line[],
): readonly (readonly [from: number, to: number])[] {
  const kinds = kindsOf(lines)
  const depthAt = depths(lines)
  const found: (readonly [number, number])[] = []
  let isBetweenBlocks = true
  for (let index = 0; index < lines.length; index += 1) {
    const text = (lines[index] as Line).text
    if (kinds[index] === 'text' && isBetweenBlocks && startOfStatement.test(text)) {
      const end = endOfStatement(lines, index, depthAt)
      if (end !== undefined) {
        found.push([index, end])
        index = end - 1
        continue
      }
    }
    // A file that is imported may stand in a component.
    isBetweenBlocks =
      text.trim() === '' || kinds[index] !== 'text' || loneTag.test(text) || /-->\s*$/.test(text)
  }
  return found
}

/** Each line may be a part of many beginnings, so it is looked at once. */
function depths(lines: readonly Line[]): (index: number) => number {
  const known: number[] = []
  return (index) => {
    known[index] ??= depthOf((lines[index] as Line).text)
    return known[index]
  }
}

function endOfStatement(
  lines: readonly Line[],
  start: number,
  depthAt: (index: number) => number,
): number | undefined {
  const isImport = (lines[start] as Line).text.trimStart().startsWith('import')
  let text = ''
  let depth = 0
  for (let index = start; index < Math.min(lines.length, start + maxLines); index += 1) {
    const line = (lines[index] as Line).text
    if (isImport) {
      if (line.trim() === '') return undefined
      text += index === start ? line.trim() : ` ${line.trim()}`
      if (importOf.test(text)) return index + 1
      continue
    }
    depth += depthAt(index)
    if (depth <= 0 && !/(?:[=,(+:?]|=>|&&|\|\||\bdefault)\s*$/.test(line)) return index + 1
  }
  return undefined
}

/** How many brackets a line leaves open; those in its strings do not count. */
function depthOf(line: string): number {
  const endOf = stringEnds(line)
  const sign = /["']|\/\/|[{}()[\]]/g
  let depth = 0
  for (let found = sign.exec(line); found !== null; found = sign.exec(line)) {
    const [mark] = found
    if (mark === '//') break
    if (mark === '"' || mark === "'") sign.lastIndex = endOf(found.index) ?? sign.lastIndex
    else depth += /[{([]/.test(mark) ? 1 : -1
  }
  return depth
}

/**
 * Find the files that a document imports, by the names that it gives them.
 * @param lines The document, whole.
 */
export function importsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const known = knownImports.get(lines) ?? readImports(lines)
  knownImports.set(lines, known)
  return known
}

/** Each component of a document asks for them. */
const knownImports = new WeakMap<readonly Line[], ReadonlyMap<string, string>>()

function readImports(lines: readonly Line[]): ReadonlyMap<string, string> {
  const imports = new Map<string, string>()
  for (const [from, to] of findStatements(lines)) {
    const text = lines.slice(from, to).map((line) => line.text)
    for (const [name, address] of importedNames(text.join(' '))) imports.set(name, address)
  }
  return imports
}

/** Find the defaults that statements import, each with its address. */
export function importedNames(text: string): [name: string, address: string][] {
  const found = text.matchAll(/(?:^|;\s{0,100})import\s+([\w$]+)\s+from\s*["']([^"'\n]+)["']/g)
  // Formatters of Markdown escape what begins emphasis.
  return Array.from(found, ([, name = '', address = '']) => [
    name,
    address.replace(/\\(?=[_*])/g, ''),
  ])
}
