/** The digest by which callers and the service recognize what was sent of a page: docs/api.md. @module */
import { hash } from 'node:crypto'

/** Fields that say where and how a page is written. They do not affect its content. */
const undigested: ReadonlySet<string> = new Set([
  'source',
  'overwrite',
  'dryRun',
  'takeOver',
  'pageId',
])

/** SHA-256 in hexadecimal of the fields as JSON without spaces, with sorted names at every level. */
export function sentDigest(fields: object): string {
  const digested = Object.entries(fields).filter(([name]) => !undigested.has(name))
  return hash('sha256', JSON.stringify(inOrder(Object.fromEntries(digested))))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]))
}
