/** JSON whose members are in one order. @module */
import { isRecord } from './sent-node.ts'

/**
 * Write members without those that say nothing: what is null, and what Confluence adds for itself.
 * @param members An object that does not nest too deep to be read.
 * @returns An empty text where none is left.
 */
export function stableMembers(members: Readonly<Record<string, unknown>>): string {
  const written = Object.keys(members)
    .filter((key) => !key.startsWith('__'))
    .sort()
    .flatMap((key) => {
      const value = members[key]
      return value === null || value === undefined
        ? []
        : [`${JSON.stringify(key)}:${stable(value)}`]
    })
  return written.length === 0 ? '' : `{${written.join()}}`
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  return isRecord(value) ? stableMembers(value) || '{}' : JSON.stringify(value)
}
