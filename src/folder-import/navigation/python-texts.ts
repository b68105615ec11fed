/** Methods of texts that configurations in Python make their values by, such as a version of its parts. @module */

/** A longer text is not made. */
const maxLength = 100_000

/** @returns Undefined where it cannot be told. */
type Method = (value: unknown, given: readonly unknown[]) => unknown

const ofText =
  (method: (text: string, given: readonly unknown[]) => unknown): Method =>
  (value, given) =>
    typeof value === 'string' ? method(value, given) : undefined

function splitText(text: string, [mark, most]: readonly unknown[], fromEnd: boolean): unknown {
  if (mark === undefined) return text.split(/\s+/).filter((one) => one !== '')
  if (typeof mark !== 'string' || mark === '') return undefined
  const parts = text.split(mark)
  if (typeof most !== 'number' || most < 0 || parts.length <= most + 1) return parts
  const at = fromEnd ? parts.length - most : most
  return fromEnd
    ? [parts.slice(0, at).join(mark), ...parts.slice(at)]
    : [...parts.slice(0, at), parts.slice(at).join(mark)]
}

function stripText(text: string, [letters = ' \t\r\n']: readonly unknown[], ends: string): unknown {
  if (typeof letters !== 'string') return undefined
  let start = 0
  let end = text.length
  while (ends !== 'right' && start < end && letters.includes(text.charAt(start))) start += 1
  while (ends !== 'left' && end > start && letters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function joinTexts(mark: unknown, parts: unknown): unknown {
  const areTexts = Array.isArray(parts) && parts.every((one) => typeof one === 'string')
  if (typeof mark !== 'string' || !areTexts) return undefined
  const length = parts.reduce((sum, one) => sum + one.length, mark.length * parts.length)
  return length > maxLength ? undefined : parts.join(mark)
}

/** By their names. */
export const textMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['split', ofText((text, given) => splitText(text, given, false))],
  ['rsplit', ofText((text, given) => splitText(text, given, true))],
  ['join', ofText((mark, [parts]) => joinTexts(mark, parts))],
  ['strip', ofText((text, given) => stripText(text, given, 'both'))],
  ['lstrip', ofText((text, given) => stripText(text, given, 'left'))],
  ['rstrip', ofText((text, given) => stripText(text, given, 'right'))],
  [
    'replace',
    ofText((text, [from, to]) =>
      typeof from === 'string' && from !== '' ? joinTexts(to, text.split(from)) : undefined,
    ),
  ],
  ['lower', ofText((text) => text.toLowerCase())],
  ['upper', ofText((text) => text.toUpperCase())],
])
