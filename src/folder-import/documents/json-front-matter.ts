/** Front matter in JSON, as Hugo reads it: an object that opens the file. @module */

/**
 * Find where the front matter ends.
 * @returns The offset behind its `}`; 0 when there is none.
 */
export function jsonEnd(markdown: string): number {
  if (!/^\{\s*"/.test(markdown)) return 0
  const [line = ''] = markdown.split(/\r?\n/, 1)
  const closing = markdown.indexOf('\n}')
  for (const end of [line.trimEnd().length, closing === -1 ? 0 : closing + 2]) {
    if (isObject(markdown.slice(0, end))) return end
  }
  return 0
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
