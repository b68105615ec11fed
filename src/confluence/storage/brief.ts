/** Long values as their digest. @module */
import { createHash } from 'node:crypto'

const maxLength = 100

/**
 * Write a value so that it is equal for equal values and never long: what stands inside of another value,
 * again and again, would grow with each level.
 * @param value Anything that JSON can hold.
 */
export function brief(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= maxLength ? json : createHash('sha256').update(json).digest('base64url')
}
