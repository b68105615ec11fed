/** Reads the colours that writers name in HTML. @module */
import names from 'color-name'

/**
 * Read a colour.
 * @param value A name or hexadecimal digits.
 * @returns The colour as ADF has it; `undefined` for one in another notation.
 */
export function cssColor(value: string | undefined): string | undefined {
  const word = (value ?? '').trim().toLowerCase()
  if (Object.hasOwn(names, word)) return hexadecimal(names[word as keyof typeof names])
  if (/^#[0-9a-f]{6}$/.test(word)) return word
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word) ?? []
  return r === undefined ? undefined : `#${r}${r}${g}${g}${b}${b}`
}

function hexadecimal(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
