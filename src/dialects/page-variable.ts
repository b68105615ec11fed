/** Finds a plain value in the front matter of a document. @module */
import { kindsOf, type Line } from './line.ts'
import { open } from './sealed-code.ts'

/**
 * Find it.
 * @param lines The document, whole.
 * @param name Its name; of one with dots the last part counts.
 */
export function pageVariable(lines: readonly Line[], name: string): string | undefined {
  const values = knownValues.get(lines) ?? readValues(lines)
  knownValues.set(lines, values)
  return values.get((name.split('.').at(-1) as string).toLowerCase())
}

/** Each variable of a document asks for them. */
const knownValues = new WeakMap<readonly Line[], ReadonlyMap<string, string>>()

/** What is longer is no plain value: a page that names it often would grow with the square of its length. */
const maxLength = 1_000

const field = /^([\w-]+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[{>|&#].*)|)$/

/** The first value of each name. */
function readValues(lines: readonly Line[]): ReadonlyMap<string, string> {
  const kinds = kindsOf(lines)
  const values = new Map<string, string>()
  for (const [index, { text }] of lines.entries()) {
    if (kinds[index] !== 'front-matter') break
    const [, key, double, single, bare = ''] = field.exec(open(text).trim()) ?? []
    const name = key?.toLowerCase()
    const value = double ?? single ?? bare
    if (name === undefined || value.length > maxLength || values.has(name)) continue
    values.set(name, value)
  }
  return values
}
