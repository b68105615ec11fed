/** Lists the names of JSON members, with repeated ones, which parsers drop. @module */

/** @param text The text of a valid JSON object. */
export function memberNames(text: string): string[] {
  const names: string[] = []
  const colon = /[ \t\r\n]*:/y
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      const end = endOfString(text, at)
      colon.lastIndex = end
      if (depth === 1 && colon.test(text)) names.push(JSON.parse(text.slice(at, end)) as string)
      at = end - 1
    }
  }
  return names
}

/** The index behind a string, given that of its opening quote. */
function endOfString(text: string, start: number): number {
  for (let quote = start; ; ) {
    quote = text.indexOf('"', quote + 1)
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (quote === -1) return text.length
    if (backslashes % 2 === 0) return quote + 1
  }
}
