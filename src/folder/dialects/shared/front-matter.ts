/** Plain values of a page's front matter. @module */
import { yamlOrNothing } from '../../navigation/yaml-value.ts'
import { onceForDocument, type Part } from '../parts/part.ts'

/** The lines of the front matter, with its delimiters. */
const linesOfFrontMatter = onceForDocument(
  (document) => document.find((part) => part.type === 'frontMatter')?.lines ?? [],
)

const valuesOf = onceForDocument((document) => readValues(linesOfFrontMatter(document)))

/** Of a dotted name only the last part counts. */
export function frontMatterValue(document: readonly Part[], name: string): string | undefined {
  return valuesOf(document).get((name.split('.').at(-1) as string).toLowerCase())
}

/** All fields, where the front matter is YAML. */
export const frontMatterFields: (document: readonly Part[]) => unknown = onceForDocument(
  (document) => yamlOrNothing(linesOfFrontMatter(document).slice(1, -1).join('\n')),
)

/** Longer values are ignored: a page that repeats one often would grow quadratically. */
const maxLength = 1_000

const field = /^([\w-]+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[{>|&#].*)|)$/

/** Read the fields that stand on one line each, by their names in lower case. */
export function readValues(lines: readonly string[]): ReadonlyMap<string, string> {
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
