/** Plain values of a page's front matter. @module */
import type { Part } from '../parts/part.ts'

/** Of a dotted name only the last part counts. */
export function frontMatterValue(document: readonly Part[], name: string): string | undefined {
  const lines = linesOfFrontMatter(document)
  return lines && valueOfField(lines, name)
}

const knownLines = new WeakMap<readonly Part[], readonly string[] | undefined>()

/** The lines of the front matter, with its delimiters. */
export function linesOfFrontMatter(document: readonly Part[]): readonly string[] | undefined {
  // Cached, because every part of a page may ask for a value.
  if (!knownLines.has(document))
    knownLines.set(document, document.find((part) => part.type === 'frontMatter')?.lines)
  return knownLines.get(document)
}

/** @param lines Front matter, with its delimiters. */
function valueOfField(lines: readonly string[], name: string): string | undefined {
  const values = knownValues.get(lines) ?? readValues(lines)
  knownValues.set(lines, values)
  return values.get((name.split('.').at(-1) as string).toLowerCase())
}

const knownValues = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** Longer values are ignored: a page that repeats one often would grow quadratically. */
const maxLength = 1_000

const field = /^([\w-]+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[{>|&#].*)|)$/

function readValues(lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const line of lines) {
    const [, key, double, single, bare = ''] = field.exec(line.trim()) ?? []
    const name = key?.toLowerCase()
    const value = double ?? single ?? bare
    if (name === undefined || value.length > maxLength || values.has(name)) continue
    values.set(name, value)
  }
  return values
}
