/** Reads the texts, lists and tables that a program in Python gives to names; it is not run. @module */

const maxDepth = 40

/** What only running the program could tell. */
const unknown = Symbol('unknown')

const token =
  /\s+|#[^\n]*|\\\n|([rRbBuU]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|./gsy

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
])
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/**
 * Read what stands behind a name at the start of a line.
 * @returns The value as far as it is literal; undefined where there is none.
 */
export function readPythonValue(text: string, name: string): unknown {
  const start = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,200})?=(?!=)`, 'm').exec(text)
  if (start === null) return undefined
  const tokens = tokensOf(text, start.index + start[0].length)
  const value = valueAt(tokens, { at: 0 }, 0)
  return value === unknown ? undefined : value
}

/** Those of one statement. */
function tokensOf(text: string, from: number): string[] {
  const tokens: string[] = []
  let depth = 0
  for (let at = from; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const one = token.exec(text)?.[0] ?? ''
    if (one === '') break
    if (/^(?:\s|#|\\\n)/.test(one)) {
      if (depth === 0 && one.includes('\n') && !one.startsWith('\\')) break
      continue
    }
    if (one in closers) depth += 1
    else if (/^[\])}]$/.test(one)) depth -= 1
    tokens.push(one)
  }
  return tokens
}

interface Cursor {
  at: number
}

function valueAt(tokens: readonly string[], cursor: Cursor, depth: number): unknown {
  const first = tokens[cursor.at] ?? ''
  cursor.at += 1
  if (Object.hasOwn(closers, first)) {
    return depth < maxDepth ? groupAt(tokens, cursor, closers[first] as string, depth) : unknown
  }
  if (isString(first)) {
    let words = wordsOf(first)
    // Strings beside each other are one.
    for (; isString(tokens[cursor.at]); cursor.at += 1)
      words += wordsOf(tokens[cursor.at] as string)
    return words
  }
  if (/^-?\d/.test(first)) return Number(first)
  return constants.has(first) ? constants.get(first) : unknown
}

function groupAt(
  tokens: readonly string[],
  cursor: Cursor,
  closer: string,
  depth: number,
): unknown {
  const list: unknown[] = []
  const table = new Map<string, unknown>()
  while (cursor.at < tokens.length && tokens[cursor.at] !== closer) {
    const value = valueAt(tokens, cursor, depth + 1)
    if (tokens[cursor.at] === ':') {
      cursor.at += 1
      const own = valueAt(tokens, cursor, depth + 1)
      if (typeof value === 'string' && own !== unknown) table.set(value, own)
    } else if (value !== unknown) list.push(value)
    skipRest(tokens, cursor, closer)
  }
  cursor.at += 1
  return closer === '}' ? Object.fromEntries(table) : list
}

/** What is computed counts for nothing, to the next comma. */
function skipRest(tokens: readonly string[], cursor: Cursor, closer: string): void {
  let depth = 0
  for (; cursor.at < tokens.length; cursor.at += 1) {
    const one = tokens[cursor.at] as string
    if (depth === 0 && one === closer) return
    if (depth === 0 && one === ',') {
      cursor.at += 1
      return
    }
    if (Object.hasOwn(closers, one)) depth += 1
    else if (/^[\])}]$/.test(one)) depth -= 1
  }
}

function isString(one = ''): boolean {
  return /^[rRbBuU]{0,2}["']/.test(one)
}

function wordsOf(one: string): string {
  const [, prefix = '', quote = '', inside = ''] = /^(\w*)("""|'''|"|')(.*)\2$/s.exec(one) ?? []
  if (quote === '' || /r/i.test(prefix)) return inside
  return inside
    .replace(/\\\n/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\(["'\\])/g, '$1')
}
