/** Finds a plain value in the front matter of a document. @module */
import { kindsOf, type Line } from './line.ts'
import { open } from './sealed-code.ts'

/**
 * Find it.
 * @param lines The document, whole.
 * @param name Its name; of one with dots the last part counts.
 */
export function pageVariable(lines: readonly Line[], name: string): string | undefined {
  const last = name.split('.').at(-1)?.toLowerCase()
  const kinds = kindsOf(lines)
  for (const [index, { text }] of lines.entries()) {
    if (kinds[index] !== 'front-matter') return undefined
    const [, key, double, single, bare = ''] =
      /^\s*([\w-]+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[{>|&#].*?))\s*$/.exec(open(text)) ?? []
    if (key?.toLowerCase() === last) return double ?? single ?? bare
  }
  return undefined
}
