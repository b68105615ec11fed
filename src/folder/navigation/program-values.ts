/** Reads literals from programs in JavaScript and Python, which are never run. @module */
import { append } from '../../contract/base/lists.ts'
import { stringEnds } from '../dialects/parts/tag-syntaxes.ts'

export interface ProgramValue {
  /** The value without its computed parts; undefined where everything is computed. */
  readonly value: unknown
  readonly isWhole: boolean
}

/** Reads what another file exports under a name; `default` is its default export. */
export type ImportValue = (address: string, name: string) => ProgramValue | undefined

/**
 * Read a value of a JavaScript or TypeScript program.
 * @param starts Texts before the value, the surest first, such as `export default` or a name.
 * @returns Undefined where none occurs.
 */
export function readProgramValue(
  text: string,
  starts: readonly string[],
  importValue: ImportValue = () => undefined,
): ProgramValue | undefined {
  const imports = importsIn(text)
  const readImport = (name: string): ProgramValue | undefined => {
    const [address, exported] = imports.get(name) ?? []
    return address && exported ? importValue(address, exported) : undefined
  }
  const lists = listsIn(scriptTokens(text))
  const names = valuesOfNames(lists)
  for (const start of starts) {
    const value = /^[\w$]+$/.test(start) ? names.get(start) : valueBehind(start, lists)
    if (value !== undefined) return new LiteralReader(names, readImport, importValue).read(value)
  }
  return starts.map(readImport).find((value) => value !== undefined)
}

/** Read the value that a Python program assigns to a name at the start of a line. */
export function readPythonValue(text: string, name: string): ProgramValue | undefined {
  const start = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,200})?=(?!=)`, 'm').exec(text)
  if (start === null) return undefined
  const [list = []] = listsIn(pythonTokens(text.slice(start.index + start[0].length)))
  const end = list.findIndex((token) => token === ';' || token === lineEnd)
  return new LiteralReader().read(end === -1 ? list : list.slice(0, end), true)
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

const scriptToken =
  /\s+|\/\/[^\n]*|\/\*.*?(?:\*\/|$)|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|=>|\.\.\.|./gsy

function scriptTokens(text: string): string[] {
  const endOf = stringEnds(text)
  const tokens: string[] = []
  let end = 0
  for (let at = 0; at < text.length; at = end) {
    scriptToken.lastIndex = at
    scriptToken.test(text)
    end = (/["'`]/.test(text[at] as string) ? endOf(at) : undefined) ?? scriptToken.lastIndex
    const token = text.slice(at, end)
    if (!/^(?:\s|\/\/|\/\*)/.test(token)) tokens.push(token)
  }
  return tokens
}

const pythonToken =
  /\s+|#[^\n]*|\\\n|([rRbBuUfF]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|./gs

const lineEnd = '\n'

/** Line ends are tokens: outside of brackets they end a statement. */
function pythonTokens(text: string): string[] {
  return (text.match(pythonToken) ?? [])
    .map((token) => (/^\s.*\n|^\n/s.test(token) ? lineEnd : token))
    .filter((token) => token === lineEnd || !/^(?:\s|#|\\\n)/.test(token))
}

const openers = new Set(['{', '[', '('])
const closers = new Set(['}', ']', ')'])

/** The tokens between two brackets. */
interface Group {
  readonly opener: string
  readonly list: TokenList
  /** The tokens between the commas; we split them when they are first needed. */
  elements?: readonly TokenList[]
}

type Token = string | Group
type TokenList = readonly Token[]

/** Nest tokens by their brackets. The first list holds all, and each other is inside a group. */
function listsIn(tokens: readonly string[]): readonly TokenList[] {
  const whole: Token[] = []
  const lists = [whole]
  const open = [whole]
  for (const token of tokens) {
    if (openers.has(token)) {
      const list: Token[] = []
      open.at(-1)?.push({ opener: token, list })
      open.push(list)
      lists.push(list)
    } else if (!closers.has(token)) {
      if (token !== lineEnd || open.length === 1) open.at(-1)?.push(token)
    } else if (open.length > 1) open.pop()
  }
  return lists
}

/**
 * The most tokens between a name and its value, and of the value itself. What stands in brackets
 * counts as one.
 */
const near = 500

/** @param start Such as `export default`, `sidebar:` or `defineTopics(`. */
function valueBehind(start: string, lists: readonly TokenList[]): TokenList | undefined {
  const words = scriptTokens(start.replace(/\($/, ''))
  for (const list of lists) {
    const first = list.findIndex((_, at) => words.every((word, next) => list[at + next] === word))
    if (first === -1) continue
    const at = first + words.length
    if (!start.endsWith('(')) return list.slice(at, at + near)
    const call = groupIn(list[at], '(')
    if (call !== undefined) return call.list
  }
  return undefined
}

/** Find where a program defines each constant and function. */
function valuesOfNames(lists: readonly TokenList[]): ReadonlyMap<string, TokenList> {
  const values = new Map<string, TokenList>()
  for (const list of lists) {
    for (const [at, token] of list.entries()) {
      const name = list[at + 1]
      if (typeof name !== 'string' || values.has(name)) continue
      if (token === 'function') {
        const [body] = list.slice(at, at + near).flatMap((next) => groupIn(next, '{') ?? [])
        if (body !== undefined) values.set(name, returnOf(body))
      } else if (token === 'const' || token === 'let' || token === 'var') {
        const end = list.slice(at, at + near).indexOf('=')
        if (end !== -1) values.set(name, list.slice(at + end + 1, at + end + 1 + near))
      }
    }
  }
  return values
}

function returnOf({ list }: Group): TokenList {
  const at = list.indexOf('return')
  return at === -1 ? [] : list.slice(at + 1)
}

/** A value that only running the program could determine. */
const unknown = Symbol('unknown')

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/** The most values that one program may have: values can refer to each other in a circle. */
const maxValues = 50_000
/** A long text counts as one value for every 50 characters. */
const lengthPerValue = 50
const maxDepth = 60

/** A value, and the index of the token behind it. */
type ReadValue = readonly [value: unknown, end: number]

class LiteralReader {
  readonly #names: ReadonlyMap<string, TokenList>
  readonly #readImport: (name: string) => ProgramValue | undefined
  readonly #importValue: ImportValue
  #depth = 0
  #count = 0
  #isWhole = true

  constructor(
    names: ReadonlyMap<string, TokenList> = new Map(),
    readImport: (name: string) => ProgramValue | undefined = () => undefined,
    importValue: ImportValue = () => undefined,
  ) {
    this.#names = names
    this.#readImport = readImport
    this.#importValue = importValue
  }

  /** @param isAlone Whether nothing may follow the value. */
  read(list: TokenList, isAlone = false): ProgramValue {
    const value = isAlone ? this.#element(list) : this.#value(list, 0)[0]
    return { value: value === unknown ? undefined : value, isWhole: this.#isWhole }
  }

  #miss(): typeof unknown {
    this.#isWhole = false
    return unknown
  }

  /** Read a value that may have a type or calls behind it: `[…].filter(Boolean)`. */
  #element(list: TokenList, at = 0): unknown {
    const [value, end] = this.#value(list, at)
    const next = list[end]
    if (next !== undefined && next !== 'as' && next !== 'satisfies') this.#miss()
    return value
  }

  #value(list: TokenList, at: number): ReadValue {
    this.#count += 1
    const token = list[at]
    if (token === undefined || this.#depth >= maxDepth || this.#count > maxValues)
      return [this.#miss(), at + 1]
    this.#depth += 1
    const result =
      typeof token === 'string' ? this.#word(token, list, at) : this.#group(token, list, at)
    this.#depth -= 1
    return result
  }

  #group(group: Group, list: TokenList, at: number): ReadValue {
    if (group.opener === '{') return [this.#table(group), at + 1]
    if (list[at + 1] === '=>') {
      const body = groupIn(list[at + 2], '{')
      return body === undefined
        ? this.#value(list, at + 2)
        : [this.#value(returnOf(body), 0)[0], at + 3]
    }
    const isList = group.opener === '[' || elementsOf(group).length > 1 || group.list.at(-1) === ','
    return [isList ? this.#list(group) : this.#value(group.list, 0)[0], at + 1]
  }

  #word(word: string, list: TokenList, at: number): ReadValue {
    const texts = list.slice(at, at + maxTexts)
    const count = texts.findIndex((text) => !isText(text))
    if (count !== 0) {
      // Python joins strings that follow each other.
      const strings = texts.slice(0, count === -1 ? texts.length : count) as string[]
      this.#count += strings.reduce((sum, { length }) => sum + length / lengthPerValue, 0)
      const isComputed = /^`.*\$\{/s.test(word)
      return [isComputed ? this.#miss() : strings.map(unquoted).join(''), at + strings.length]
    }
    if (/^-?\d/.test(word)) return [word, at + 1]
    if (constants.has(word)) return [constants.get(word), at + 1]
    const call = groupIn(list[at + 1], '(')
    return [this.#valueOf(word, call), call === undefined ? at + 1 : at + 2]
  }

  /** Read a constant, the result of a function, or the argument of `defineConfig(…)`. */
  #valueOf(name: string, call: Group | undefined): unknown {
    const ownValue = this.#names.get(name)
    if (ownValue !== undefined) return this.#value(ownValue, 0)[0]
    const { list = [] } = call ?? {}
    if (call !== undefined && /^(?:define|with)[A-Z]/.test(name)) return this.#value(list, 0)[0]
    const [argument] = list
    const result =
      name === 'require' && isText(argument)
        ? this.#importValue(unquoted(argument), 'default')
        : this.#readImport(name)
    if (result === undefined) return this.#miss()
    if (!result.isWhole) this.#isWhole = false
    return result.value
  }

  #list(group: Group): unknown[] {
    const values: unknown[] = []
    for (const element of elementsOf(group)) {
      const isSpread = element[0] === '...'
      const value = this.#element(element, isSpread ? 1 : 0)
      if (isSpread && !Array.isArray(value)) this.#miss()
      else if (value !== unknown) append(values, isSpread ? (value as unknown[]) : [value])
    }
    return values
  }

  #table(group: Group): Readonly<Record<string, unknown>> {
    const fields: [string, unknown][] = []
    for (const element of elementsOf(group)) {
      const [key, mark] = element
      if (key === '...') {
        const value = this.#element(element, 1)
        if (typeof value === 'object' && value !== null) append(fields, Object.entries(value))
        else this.#miss()
      } else if (typeof key !== 'string' || (mark !== ':' && mark !== undefined)) this.#miss()
      else {
        const value = this.#element(element, mark === ':' ? 2 : 0)
        if (value !== unknown) fields.push([unquoted(key), value])
      }
    }
    return Object.fromEntries(fields)
  }
}

/** More strings in a row than any program has. */
const maxTexts = 500

function isText(token: Token | undefined): token is string {
  return typeof token === 'string' && /^(?:`|[rRbBuU]{0,2}["'])/.test(token)
}

function groupIn(token: Token | undefined, opener: string): Group | undefined {
  return typeof token === 'object' && token.opener === opener ? token : undefined
}

function elementsOf(group: Group): readonly TokenList[] {
  if (group.elements !== undefined) return group.elements
  const elements: Token[][] = [[]]
  for (const token of group.list) {
    if (token === ',') elements.push([])
    else elements.at(-1)?.push(token)
  }
  group.elements = elements.filter(({ length }) => length > 0)
  return group.elements
}

function unquoted(literal: string): string {
  const [, prefix = '', quote, content = ''] =
    /^([A-Za-z]*)("""|'''|["'`])(.*)\2$/s.exec(literal) ?? []
  if (quote === undefined) return literal
  if (/r/i.test(prefix)) return content
  return content.replace(/\\n/g, '\n').replace(/\\(?:\n|(\W))/g, '$1')
}
