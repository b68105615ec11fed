/** Reads the literals that a program in Python gives to names: texts, numbers, lists and tables. It is not run. @module */

const maxDepth = 40

/** What only running the program could tell. */
const computed = Symbol('computed')

const token =
  /\s+|#[^\n]*|\\\n|([rRbBuUfF]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|./gsy

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
])
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

export interface PythonLiteral {
  /** Members of lists and tables that are computed are left out; undefined where all of it is. */
  readonly value: unknown
  readonly isComputed: boolean
}

/**
 * Read what stands behind a name at the start of a line.
 * @returns Undefined where the program gives it nothing.
 */
export function readPythonLiteral(text: string, name: string): PythonLiteral | undefined {
  const start = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,200})?=(?!=)`, 'm').exec(text)
  if (start === null) return undefined
  const tokens = tokensOf(text, start.index + start[0].length)
  const reading: Reading = { tokens, at: 0, isComputed: false }
  const value = valueAt(reading, 0)
  return { value: value === computed ? undefined : value, isComputed: reading.isComputed }
}

/** The tokens of one statement. */
function tokensOf(text: string, from: number): string[] {
  const tokens: string[] = []
  let depth = 0
  for (let at = from; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const one = token.exec(text)?.[0] ?? ''
    if (one === '' || (depth === 0 && one === ';')) break
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

interface Reading {
  readonly tokens: readonly string[]
  at: number
  isComputed: boolean
}

function valueAt(reading: Reading, depth: number): unknown {
  const value = literalAt(reading, depth)
  const next = reading.tokens[reading.at]
  // A call, a part or an operator follows.
  const isWhole = next === undefined || /^[,:)\]}]$/.test(next)
  if (isWhole && value !== computed) return value
  reading.isComputed = true
  skipExpression(reading)
  return computed
}

function literalAt(reading: Reading, depth: number): unknown {
  const { tokens } = reading
  const first = tokens[reading.at] ?? ''
  reading.at += 1
  if (Object.hasOwn(closers, first)) return groupAt(reading, closers[first] as string, depth)
  if (isText(first)) {
    let words = wordsOf(first)
    // Texts beside each other are one.
    for (; isText(tokens[reading.at]); reading.at += 1) words += wordsOf(tokens[reading.at])
    return words
  }
  if (/^-?\d/.test(first)) return Number(first)
  return constants.has(first) ? constants.get(first) : computed
}

/** A list, a table, or what stands in parentheses without a comma. */
function groupAt(reading: Reading, closer: string, depth: number): unknown {
  const { tokens } = reading
  const list: unknown[] = []
  const table = new Map<string, unknown>()
  let hasComma = false
  // What is deeper is skipped with all that follows.
  if (depth >= maxDepth) reading.at = tokens.length
  while (reading.at < tokens.length && tokens[reading.at] !== closer) {
    const value = valueAt(reading, depth + 1)
    if (tokens[reading.at] === ':') {
      reading.at += 1
      const member = valueAt(reading, depth + 1)
      if (typeof value === 'string' && member !== computed) table.set(value, member)
    } else if (value !== computed) list.push(value)
    if (tokens[reading.at] === closer) break
    hasComma ||= tokens[reading.at] === ','
    reading.at += 1
  }
  reading.at += 1
  if (closer === '}') return Object.fromEntries(table)
  return closer === ')' && !hasComma && list.length === 1 ? list[0] : list
}

/** Go on behind what is computed: to the next comma, colon or end of the group. */
function skipExpression(reading: Reading): void {
  let depth = 0
  for (; reading.at < reading.tokens.length; reading.at += 1) {
    const one = reading.tokens[reading.at] as string
    if (depth === 0 && /^[,:)\]}]$/.test(one)) return
    if (Object.hasOwn(closers, one)) depth += 1
    else if (/^[\])}]$/.test(one)) depth -= 1
  }
}

/** A text whose words are known: not one that is filled in. */
function isText(one = ''): boolean {
  return /^[rRbBuU]{0,2}["']/.test(one)
}

function wordsOf(text = ''): string {
  const [, prefix = '', quote = '', inside = ''] = /^(\w*)("""|'''|"|')(.*)\2$/s.exec(text) ?? []
  if (quote === '' || /r/i.test(prefix)) return inside
  return inside
    .replace(/\\\n/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\(["'\\])/g, '$1')
}
