/** Reads the texts, lists and tables that stand in a program as they are; it is not run. @module */
import { append } from '../../base/append.ts'
import { stringEnds } from '../../dialects/quoted.ts'

/** What was read. */
export interface ProgramValue {
  /** Without what only running the program could tell; undefined where that is all of it. */
  readonly value: unknown
  /** Nothing was left out. */
  readonly isWhole: boolean
}

/** Names that stand for each other would never end. */
const maxValues = 50_000
const maxDepth = 60

/**
 * Read what a program gives.
 * @param starts What stands before the value, the surest first: `export default`, `sidebar:`; a word
 * alone is the name of a constant or a function.
 * @returns undefined where none of them is there.
 */
export function readProgramValue(
  text: string,
  starts: readonly string[],
): ProgramValue | undefined {
  const tokens = tokensOf(text)
  const places = placesOfNames(tokens)
  const found = starts.map((start) => {
    const parts = tokensOf(start)
    if (parts.length === 1) return places.get(start)
    const at = tokens.findIndex((_, index) =>
      parts.every((part, offset) => tokens[index + offset] === part),
    )
    return at === -1 ? undefined : at + parts.length
  })
  const place = found.find((one) => one !== undefined)
  return place === undefined ? undefined : new Reader(tokens, places).read(place)
}

const token = /\s+|\/\/[^\n]*|\/\*.*?(?:\*\/|$)|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|=>|\.\.\.|./gsy

function tokensOf(text: string): string[] {
  const endOf = stringEnds(text)
  const tokens: string[] = []
  let end = 0
  for (let at = 0; at < text.length; at = end) {
    token.lastIndex = at
    token.test(text)
    end = (/["'`]/.test(text[at] as string) ? endOf(at) : undefined) ?? token.lastIndex
    const one = text.slice(at, end)
    if (!/^(?:\s|\/\/|\/\*)/.test(one)) tokens.push(one)
  }
  return tokens
}

/** What only running the program could tell. */
const unknown = Symbol('unknown')

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

const openers = new Set(['{', '[', '('])
const closers = new Set(['}', ']', ')'])

class Reader {
  readonly #tokens: readonly string[]
  readonly #places: ReadonlyMap<string, number>
  readonly #ends: ReadonlyMap<number, number>
  #at = 0
  #depth = 0
  #count = 0
  #isWhole = true

  constructor(tokens: readonly string[], places: ReadonlyMap<string, number>) {
    this.#tokens = tokens
    this.#places = places
    this.#ends = endsOfGroups(tokens)
  }

  read(at: number): ProgramValue {
    const value = this.#valueAt(at)
    return { value: value === unknown ? undefined : value, isWhole: this.#isWhole }
  }

  #valueAt(place: number): unknown {
    const goesOn = this.#at
    this.#at = place
    const value = this.#value()
    this.#at = goesOn
    return value
  }

  #miss(): typeof unknown {
    this.#isWhole = false
    return unknown
  }

  /** Read the value that begins here, and go on behind it. */
  #value(): unknown {
    this.#count += 1
    if (this.#depth >= maxDepth || this.#count > maxValues) return this.#miss()
    this.#depth += 1
    const value = this.#plainValue()
    this.#depth -= 1
    return value
  }

  #plainValue(): unknown {
    const first = this.#tokens[this.#at] ?? ''
    if (first === '{') return this.#table()
    if (first === '[') return this.#list()
    if (first === '(') return this.#function()
    if (closers.has(first)) return this.#miss()
    this.#at += 1
    if (/^["'`]/.test(first)) return first.includes('${') ? this.#miss() : unquoted(first)
    if (/^-?\d/.test(first)) return Number(first)
    if (constants.has(first)) return constants.get(first)
    return this.#named(first)
  }

  /** A name of this program, a function of it that is called, or `defineConfig(…)` around a value. */
  #named(name: string): unknown {
    const isCall = this.#tokens[this.#at] === '('
    const arguments_ = this.#at + 1
    if (isCall) this.#skipGroup()
    const place = this.#places.get(name)
    if (place !== undefined) return this.#valueAt(place)
    return isCall && /^(?:define|with)[A-Z]/.test(name) ? this.#valueAt(arguments_) : this.#miss()
  }

  /** A function without a name, by what it gives; or a value in brackets. */
  #function(): unknown {
    const inside = this.#at + 1
    this.#skipGroup()
    if (this.#tokens[this.#at] !== '=>') return this.#valueAt(inside)
    this.#at += 1
    if (this.#tokens[this.#at] !== '{') return this.#value()
    const body = this.#at
    this.#skipGroup()
    return this.#valueAt(placeOfReturn(this.#tokens, body))
  }

  #list(): unknown[] {
    const list: unknown[] = []
    for (this.#at += 1; this.#goesOn(']'); ) {
      const isSpread = this.#takes('...')
      const value = this.#element()
      if (isSpread && !Array.isArray(value)) this.#miss()
      else if (value !== unknown) append(list, isSpread ? (value as unknown[]) : [value])
    }
    return list
  }

  #table(): Readonly<Record<string, unknown>> {
    const fields: [string, unknown][] = []
    for (this.#at += 1; this.#goesOn('}'); ) {
      if (this.#takes('...')) {
        const value = this.#element()
        if (typeof value === 'object' && value !== null) append(fields, Object.entries(value))
        else this.#miss()
        continue
      }
      const key = this.#tokens[this.#at] ?? ''
      const next = this.#tokens[this.#at + 1]
      if (next === ':') this.#at += 2
      else if (next !== ',' && next !== '}') {
        // A method, or a name that is computed.
        this.#miss()
        this.#skipElement()
        continue
      }
      const value = this.#element()
      if (value !== unknown) fields.push([unquoted(key), value])
    }
    return Object.fromEntries(fields)
  }

  /** Pass a comma, or the end; a bracket of another kind ends the group as well, and stays. */
  #goesOn(end: string): boolean {
    while (this.#takes(','));
    if (this.#at >= this.#tokens.length || this.#takes(end)) return false
    return !closers.has(this.#tokens[this.#at] as string)
  }

  #takes(mark: string): boolean {
    const isThere = this.#tokens[this.#at] === mark
    if (isThere) this.#at += 1
    return isThere
  }

  /** A value, and what is done with it: `[…].filter(Boolean)`. */
  #element(): unknown {
    const value = this.#value()
    const next = this.#tokens[this.#at]
    if (next === ',' || next === undefined || closers.has(next)) return value
    if (next !== 'as' && next !== 'satisfies') this.#miss()
    this.#skipElement()
    return value
  }

  #skipElement(): void {
    while (this.#at < this.#tokens.length) {
      const next = this.#tokens[this.#at] as string
      if (next === ',' || closers.has(next)) return
      if (openers.has(next)) this.#skipGroup()
      else this.#at += 1
    }
  }

  /** Of a bracket that does not close all is the group. */
  #skipGroup(): void {
    this.#at = this.#ends.get(this.#at) ?? this.#tokens.length
  }
}

/** @returns The index behind the bracket that closes the one at an index. */
function endsOfGroups(tokens: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [at, one] of tokens.entries()) {
    if (openers.has(one)) open.push(at)
    const start = closers.has(one) ? open.pop() : undefined
    if (start !== undefined) ends.set(start, at + 1)
  }
  return ends
}

/** Where the values of its constants and of its functions begin. */
function placesOfNames(tokens: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, one] of tokens.entries()) {
    const name = tokens[index + 1] ?? ''
    if (places.has(name)) continue
    if (one === 'function') {
      const body = indexNear(tokens, '{', index)
      if (body !== undefined) places.set(name, placeOfReturn(tokens, body))
    } else if (one === 'const' || one === 'let' || one === 'var') {
      const end = indexNear(tokens, '=', index)
      if (end !== undefined) places.set(name, end + 1)
    }
  }
  return places
}

function placeOfReturn(tokens: readonly string[], from: number): number {
  return (indexNear(tokens, 'return', from) ?? tokens.length) + 1
}

/** Types and the lines above a `return` are short. */
const near = 500

function indexNear(tokens: readonly string[], mark: string, from: number): number | undefined {
  const found = tokens.slice(from, from + near).indexOf(mark)
  return found === -1 ? undefined : from + found
}

function unquoted(written: string): string {
  if (!/^["'`]/.test(written)) return written
  return written.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/gs, '$1')
}
