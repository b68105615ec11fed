/**
 * Reads the texts, lists and tables that a program in Python gives to names; it is not run. Of what is
 * computed, sums, parts and plain methods of texts count, and names that the program gave a value before.
 * @module
 */
import { textMethods } from './python-texts.ts'

const maxDepth = 40
/** So many names a value is made of, and of each so much is read. */
const maxNames = 100
const maxStatement = 10_000
/** A longer text is not made. */
const maxLength = 100_000

/** What only running the program could tell. */
const unknown = Symbol('unknown')

const token =
  /\s+|#[^\n]*|\\\n|([rRbBuUfF]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|./gsy

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
])
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/**
 * Read what stands behind a name at the start of a line.
 * @returns The value as far as it can be told; undefined where there is none.
 */
export function readPythonValue(text: string, name: string): unknown {
  const start = assignmentOf(name, 'm').exec(text)
  if (start === null) return undefined
  const value = assignedAt(start, { text, before: start.index, namesLeft: { count: maxNames } })
  return value === unknown ? undefined : value
}

/** What an expression may refer to. */
interface Scope {
  /** The program. */
  readonly text: string
  /** Where the statement begins: what is assigned above it is known. */
  readonly before: number
  readonly namesLeft: { count: number }
}

interface Reading {
  readonly tokens: readonly string[]
  at: number
  readonly scope: Scope
}

function assignmentOf(name: string, flags: string): RegExp {
  return new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,200})?=(?!=)`, flags)
}

function assignedAt(start: RegExpExecArray, scope: Scope): unknown {
  const tokens = tokensOf(scope.text, start.index + start[0].length)
  return expressionAt({ tokens, at: 0, scope }, 0)
}

/** Those of one statement. */
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

/** Of a list or a table, what is known counts, whatever else is computed of it. */
function expressionAt(reading: Reading, depth: number): unknown {
  let value = termAt(reading, depth)
  while (reading.tokens[reading.at] === '+') {
    reading.at += 1
    value = sumOf(value, termAt(reading, depth))
  }
  const next = reading.tokens[reading.at]
  const isWhole = next === undefined || /^[,:)\]}]$/.test(next)
  return isWhole || (typeof value === 'object' && value !== null) ? value : unknown
}

function sumOf(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) || Array.isArray(other)) {
    return [one, other].flatMap((part) => (Array.isArray(part) ? part : []))
  }
  return typeof one === 'string' && typeof other === 'string' ? bounded(one + other) : unknown
}

function bounded(value: unknown): unknown {
  return typeof value === 'string' && value.length > maxLength ? unknown : value
}

function termAt(reading: Reading, depth: number): unknown {
  let value = valueAt(reading, depth)
  for (;;) {
    const [next, name = '', call] = reading.tokens.slice(reading.at, reading.at + 3)
    if (next === '[') value = partOf(value, indexAt(reading))
    else if (next === '(') {
      reading.at += 1
      itemsAt(reading, ')', depth)
      value = unknown
    } else if (next === '.' && call === '(') {
      reading.at += 3
      const { list } = itemsAt(reading, ')', depth)
      value = bounded(textMethods.get(name)?.(value, list) ?? unknown)
    } else if (next === '.') {
      reading.at += 2
      value = unknown
    } else return value
  }
}

function valueAt(reading: Reading, depth: number): unknown {
  const { tokens } = reading
  const first = tokens[reading.at] ?? ''
  reading.at += 1
  if (Object.hasOwn(closers, first)) return groupAt(reading, closers[first] as string, depth)
  if (isString(first)) {
    let words = wordsOf(first, reading.scope)
    // Strings beside each other are one.
    for (; isString(tokens[reading.at]); reading.at += 1)
      words = sumOf(words, wordsOf(tokens[reading.at] as string, reading.scope))
    return words
  }
  if (/^-?\d/.test(first)) return Number(first)
  if (constants.has(first)) return constants.get(first)
  return /^[A-Za-z_]/.test(first) ? valueOfName(first, reading.scope) : unknown
}

/** What the program gave last to a name. */
function valueOfName(name: string, { text, before, namesLeft }: Scope): unknown {
  namesLeft.count -= 1
  if (namesLeft.count < 0) return unknown
  const start = Array.from(text.slice(0, before).matchAll(assignmentOf(name, 'gm'))).at(-1)
  if (start === undefined) return unknown
  const { index } = start
  const read = text.slice(0, index + maxStatement)
  return assignedAt(start, { text: read, before: index, namesLeft })
}

/** A list, a table, or what stands in parentheses without a comma. */
function groupAt(reading: Reading, closer: string, depth: number): unknown {
  const { list, table, hasComma } = itemsAt(reading, closer, depth)
  if (closer === '}') return Object.fromEntries(table)
  if (closer === ')' && !hasComma && list.length === 1) return list[0]
  return list.filter((one) => one !== unknown)
}

interface Items {
  readonly list: readonly unknown[]
  readonly table: ReadonlyMap<string, unknown>
  readonly hasComma: boolean
}

/** Read what stands between brackets, of which the first was read. */
function itemsAt(reading: Reading, closer: string, depth: number): Items {
  const { tokens } = reading
  const list: unknown[] = []
  const table = new Map<string, unknown>()
  let hasComma = false
  // What is deeper is skipped with all that follows.
  if (depth >= maxDepth) reading.at = tokens.length
  while (reading.at < tokens.length && tokens[reading.at] !== closer) {
    const value = expressionAt(reading, depth + 1)
    if (tokens[reading.at] === ':') {
      reading.at += 1
      const own = expressionAt(reading, depth + 1)
      if (typeof value === 'string' && own !== unknown) table.set(value, own)
    } else list.push(value)
    hasComma = skipRest(reading, closer) || hasComma
  }
  reading.at += 1
  return { list, table, hasComma }
}

/**
 * What is computed counts for nothing, to the next comma.
 * @returns Whether there is one.
 */
function skipRest(reading: Reading, closer: string): boolean {
  const { tokens } = reading
  let depth = 0
  for (; reading.at < tokens.length; reading.at += 1) {
    const one = tokens[reading.at] as string
    if (depth === 0 && one === closer) return false
    if (depth === 0 && one === ',') {
      reading.at += 1
      return true
    }
    if (Object.hasOwn(closers, one)) depth += 1
    else if (/^[\])}]$/.test(one)) depth -= 1
  }
  return false
}

/** `[1]`, `[:2]`: the words between the brackets. */
function indexAt(reading: Reading): string {
  const end = reading.tokens.indexOf(']', reading.at)
  const start = reading.at + 1
  reading.at = end === -1 ? reading.tokens.length : end + 1
  return reading.tokens.slice(start, reading.at - 1).join('')
}

function partOf(value: unknown, index: string): unknown {
  const [, from = '', colon, to = ''] = /^(-?\d*)(:)?(-?\d*)$/.exec(index) ?? []
  if ((typeof value !== 'string' && !Array.isArray(value)) || (from === '' && !colon))
    return unknown
  if (!colon) return value.at(Number(from)) ?? unknown
  return value.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to))
}

function isString(one = ''): boolean {
  return /^[rRbBuUfF]{0,2}["']/.test(one)
}

function wordsOf(one: string, scope: Scope): unknown {
  const [, prefix = '', quote = '', inside = ''] = /^(\w*)("""|'''|"|')(.*)\2$/s.exec(one) ?? []
  const isRaw = quote === '' || /r/i.test(prefix)
  const words = isRaw
    ? inside
    : inside
        .replace(/\\\n/g, '')
        .replace(/\\n/g, '\n')
        .replace(/\\(["'\\])/g, '$1')
  return /f/i.test(prefix) ? filled(words, scope) : words
}

/** Fill in an f-string; one that formats, or holds what is not known, is not known itself. */
function filled(words: string, scope: Scope): unknown {
  let isKnown = true
  const result = words.replace(/\{\{|\}\}|\{([^{}]{0,200})\}|[{}]/g, (found, inside?: string) => {
    if (found === '{{' || found === '}}') return found.charAt(0)
    const tokens = tokensOf(inside ?? '', 0)
    const reading: Reading = { tokens, at: 0, scope }
    const value = tokens.length === 0 ? unknown : expressionAt(reading, 0)
    isKnown &&= reading.at === tokens.length && /^(?:string|number)$/.test(typeof value)
    return String(isKnown ? value : '')
  })
  return isKnown ? bounded(result) : unknown
}
