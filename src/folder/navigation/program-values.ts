/** Reads literals from JavaScript, which is never run. @module */
import { append } from '../../contract/base/append.ts'
import { stringEnds } from '../dialects/quoted.ts'

export interface ProgramValue {
  /** Without computed parts; undefined where everything is computed. */
  readonly value: unknown
  readonly isWhole: boolean
}

/** Bounds circular references. */
const maxValues = 50_000
const maxDepth = 60

/** Reads what another file exports under a name; `default` is its default export. */
export type ImportValue = (address: string, name: string) => ProgramValue | undefined

/**
 * @param starts Texts before the value, the surest first, such as `export default` or a name.
 * @returns Undefined where none occurs.
 */
export function readProgramValue(
  text: string,
  starts: readonly string[],
  importValue: ImportValue = () => undefined,
): ProgramValue | undefined {
  const tokens = tokensOf(text)
  const places = placesOfNames(tokens)
  const imports = importsIn(text)
  const readImport = (name: string): ProgramValue | undefined => {
    const [address, exported] = imports.get(name) ?? []
    return address && exported ? importValue(address, exported) : undefined
  }
  const candidates = starts.map((start) => {
    const parts = tokensOf(start)
    if (parts.length === 1) return places.get(start)
    const at = tokens.findIndex((_, index) =>
      parts.every((part, offset) => tokens[index + offset] === part),
    )
    return at === -1 ? undefined : at + parts.length
  })
  const place = candidates.find((position) => position !== undefined)
  if (place !== undefined) return new Reader(tokens, places, readImport, importValue).read(place)
  return starts.map(readImport).find((value) => value !== undefined)
}

const importStatement =
  /\bimport\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^{}]{0,2000})\}\s*)?from\s*["']([^"'\n]{1,200})["']/g

/** Give the file and the name there of each imported name. */
function importsIn(text: string): ReadonlyMap<string, readonly [address: string, name: string]> {
  const imports = new Map<string, readonly [string, string]>()
  for (const [, defaultName, list = '', address = ''] of text.matchAll(importStatement)) {
    if (defaultName !== undefined) imports.set(defaultName, [address, 'default'])
    for (const item of list.split(',')) {
      const [name = '', local = name] = item.trim().split(/\s+as\s+/)
      imports.set(local, [address, name])
    }
  }
  return imports
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
    const part = text.slice(at, end)
    if (!/^(?:\s|\/\/|\/\*)/.test(part)) tokens.push(part)
  }
  return tokens
}

/** A value that only running the program could determine. */
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
  readonly #readImport: (name: string) => ProgramValue | undefined
  readonly #importValue: ImportValue
  #at = 0
  #depth = 0
  #count = 0
  #isWhole = true

  constructor(
    tokens: readonly string[],
    places: ReadonlyMap<string, number>,
    readImport: (name: string) => ProgramValue | undefined,
    importValue: ImportValue,
  ) {
    this.#tokens = tokens
    this.#places = places
    this.#readImport = readImport
    this.#importValue = importValue
    this.#ends = endsOfGroups(tokens)
  }

  read(at: number): ProgramValue {
    const value = this.#valueAt(at)
    return { value: value === unknown ? undefined : value, isWhole: this.#isWhole }
  }

  #valueAt(place: number): unknown {
    const next = this.#at
    this.#at = place
    const value = this.#value()
    this.#at = next
    return value
  }

  #miss(): typeof unknown {
    this.#isWhole = false
    return unknown
  }

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
    return this.#valueOf(first)
  }

  /** Read a constant, the result of a function, or the argument of `defineConfig(…)`. */
  #valueOf(name: string): unknown {
    const isCall = this.#tokens[this.#at] === '('
    const arguments_ = this.#at + 1
    if (isCall) this.#skipGroup()
    const place = this.#places.get(name)
    if (place !== undefined) return this.#valueAt(place)
    if (isCall && /^(?:define|with)[A-Z]/.test(name)) return this.#valueAt(arguments_)
    const argument = this.#tokens[arguments_] ?? ''
    const isRequired = isCall && name === 'require' && /^["']/.test(argument)
    const result = isRequired
      ? this.#importValue(unquoted(argument), 'default')
      : this.#readImport(name)
    if (result === undefined) return this.#miss()
    if (!result.isWhole) this.#isWhole = false
    return result.value
  }

  /** Read the result of an arrow function, or a value in parentheses. */
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
    for (this.#at += 1; this.#hasMore(']'); ) {
      const isSpread = this.#takes('...')
      const value = this.#element()
      if (isSpread && !Array.isArray(value)) this.#miss()
      else if (value !== unknown) append(list, isSpread ? (value as unknown[]) : [value])
    }
    return list
  }

  #table(): Readonly<Record<string, unknown>> {
    const fields: [string, unknown][] = []
    for (this.#at += 1; this.#hasMore('}'); ) {
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
        this.#miss()
        this.#skipElement()
        continue
      }
      const value = this.#element()
      if (value !== unknown) fields.push([unquoted(key), value])
    }
    return Object.fromEntries(fields)
  }

  /** Skip a comma or the end; a wrong bracket also ends the group and stays. */
  #hasMore(end: string): boolean {
    while (this.#takes(','));
    if (this.#at >= this.#tokens.length || this.#takes(end)) return false
    return !closers.has(this.#tokens[this.#at] as string)
  }

  #takes(mark: string): boolean {
    const isThere = this.#tokens[this.#at] === mark
    if (isThere) this.#at += 1
    return isThere
  }

  /** Read a value and skip calls on it: `[…].filter(Boolean)`. */
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

  /** Skip a group. A bracket that is never closed reaches to the end. */
  #skipGroup(): void {
    this.#at = this.#ends.get(this.#at) ?? this.#tokens.length
  }
}

/** @returns The index behind each group, by the index of its opening bracket. */
function endsOfGroups(tokens: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [at, part] of tokens.entries()) {
    if (openers.has(part)) open.push(at)
    const start = closers.has(part) ? open.pop() : undefined
    if (start !== undefined) ends.set(start, at + 1)
  }
  return ends
}

/** Map the names of constants and functions to the start of their values. */
function placesOfNames(tokens: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, word] of tokens.entries()) {
    const name = tokens[index + 1] ?? ''
    if (places.has(name)) continue
    if (word === 'function') {
      const body = indexNear(tokens, '{', index)
      if (body !== undefined) places.set(name, placeOfReturn(tokens, body))
    } else if (word === 'const' || word === 'let' || word === 'var') {
      const end = indexNear(tokens, '=', index)
      if (end !== undefined) places.set(name, end + 1)
    }
  }
  return places
}

function placeOfReturn(tokens: readonly string[], from: number): number {
  return (indexNear(tokens, 'return', from) ?? tokens.length) + 1
}

/** The most characters between a function's name and its `return`. */
const near = 500

function indexNear(tokens: readonly string[], mark: string, from: number): number | undefined {
  const offset = tokens.slice(from, from + near).indexOf(mark)
  return offset === -1 ? undefined : from + offset
}

function unquoted(literal: string): string {
  if (!/^["'`]/.test(literal)) return literal
  return literal.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/gs, '$1')
}
