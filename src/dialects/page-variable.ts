/** Reads plain values from front matter. @module */
import { kindsOf, type Line } from './line.ts'
import { open } from './sealed-code.ts'

/** Find a value by name; of a dotted name only the last part counts. */
export function pageVariable(lines: readonly Line[], name: string): string | undefined {
  const values = knownValues.get(lines) ?? readValues(lines)
  knownValues.set(lines, values)
  return values.get((name.split('.').at(-1) as string).toLowerCase())
}

const knownValues = new WeakMap<readonly Line[], ReadonlyMap<string, string>>()

/** Longer values are ignored: a page that repeats one often would grow quadratically. */
const maxLength = 1_000

const field = /^([\w-]+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[{>|&#].*)|)$/

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
