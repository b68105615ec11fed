/**
 * Syntax of HTML tags and of components as in React and Vue: `<Card title="A" size={2}>`. @module
 */
import type { Attributes, Syntax, SyntaxToken } from './syntax.ts'

const maxTagLength = 5_000

/** Elements that hold programs or drawings. */
export const programNames: ReadonlySet<string> = new Set([
  'script',
  'style',
  'svg',
  'template',
  'canvas',
  'object',
])

/** Tags of components, including fragments `<>`. */
export const componentTags: Syntax = {
  name: 'component',
  start: /<\/?(?:[A-Z]|>)/,
  readTag: (source, at) => readTag(source, at, /(?:[A-Z][\w.-]*)?/y),
  readAttributes: readTagAttributes,
  holdsNone: (name) => (name === 'CodeBlock' ? 'tags' : undefined),
}

export const elementTags: Syntax = {
  name: 'element',
  start: /<\/?[a-z]/,
  readTag: (source, at) => readTag(source, at, /[a-z][a-z0-9-]*/y),
  readAttributes: readTagAttributes,
  holdsNone(name, attributes) {
    if (programNames.has(name) && !isSlot(attributes)) return 'parts'
    return name === 'pre' || name === 'code' ? 'tags' : undefined
  },
}

/** Whether a Vue `template` fills a slot of a component. */
export function isSlot(attributes: string): boolean {
  return /^(?:#|v-slot\b)/.test(attributes)
}

function readTag(source: string, at: number, namePattern: RegExp): SyntaxToken | undefined {
  const closes = source[at + 1] === '/'
  namePattern.lastIndex = at + (closes ? 2 : 1)
  const name = namePattern.exec(source)?.[0]
  if (name === undefined) return undefined
  const start = namePattern.lastIndex
  const close = endOfAttributes(source, start)
  if (close === undefined) return undefined
  const isSingle = source[close - 1] === '/'
  const attributes = source.slice(start, isSingle ? close - 1 : close)
  // In a sentence this may be a generic type: `List<String>`.
  const mayBeType = attributes === '' && !isSingle && !closes && /\w/.test(source[at - 1] ?? '')
  if (mayBeType && !closesSoon(source, close + 1, name)) return undefined
  if (!/^(?:[\s{]|$)/.test(attributes) || (name === '' && attributes.trim() !== ''))
    return undefined
  const kind = closes ? 'close' : isSingle ? 'single' : 'open'
  return { kind, name, attributes: attributes.trim(), end: close + 1 }
}

function closesSoon(source: string, from: number, name: string): boolean {
  const [line = ''] = source.slice(from, from + 200).split('\n', 1)
  return line.includes(`</${name}>`)
}

/** @returns Index of the `>`. */
function endOfAttributes(source: string, start: number): number | undefined {
  let text = source.slice(start, start + maxTagLength)
  let marks: number | undefined
  let at = 0
  while (at >= 0 && at < text.length) {
    const character = text[at] as string
    if (character === '>') return start + at
    if (character === '<') return undefined
    if (character === '\n') {
      marks ??= quoteMarks(source, start)
      at += 1 + lengthOfMarks(text, at + 1, marks)
      if (blankRest.test(text.slice(at, at + 100))) return undefined
      continue
    }
    if (character === '"' || character === "'") at = text.indexOf(character, at + 1)
    else if (character === '{') {
      const end = endOfWholeString(source, start + at)
      at = (end === undefined ? endOfBraces(text, at) : end - start) - 1
      if (end !== undefined) text = source.slice(start, end + maxTagLength)
    }
    if (at < 0) return undefined
    at += 1
  }
  return undefined
}

/** A string that fills the braces may be long: a whole HTML page or code. */
const wholeString =
  /\{\s{0,20}(?:"(?:[^"\\\n]|\\.){0,100000}"|`(?:[^`\\]|\\.){0,100000}`)\s{0,20}\}/sy

function endOfWholeString(source: string, start: number): number | undefined {
  wholeString.lastIndex = start
  return wholeString.test(source) ? wholeString.lastIndex : undefined
}

const blankRest = /^[ \t]*\n/

/** Quote marks at the start of the line. On later lines one more `>` ends the tag. */
function quoteMarks(source: string, at: number): number {
  const [line = ''] = source
    .slice(Math.max(0, at - maxTagLength), at)
    .split('\n')
    .slice(-1)
  return line.replace(/[^\s>].*/, '').replaceAll(/\s/g, '').length
}

function lengthOfMarks(text: string, from: number, marks: number): number {
  return (new RegExp(`^(?:[ \\t]*>){0,${marks}}`).exec(text.slice(from, from + 100)) ?? [''])[0]
    .length
}

const maxBraces = 100

/** @returns Index behind the closing brace; -1 for none. */
export function endOfBraces(source: string, start: number): number {
  const endOf = stringEnds(source)
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const character = source[at]
    if (character === '{') {
      depth += 1
      if (depth > maxBraces) return -1
    } else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    } else if (character === '`' || character === '"' || character === "'") {
      // An apostrophe opens no string.
      at = (endOf(at) ?? at + 1) - 1
    }
  }
  return -1
}

/** What strings of programs hold; only backquoted ones span lines. */
const insides: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\.[^"\\\n]*)*/sy,
  "'": /[^'\\\n]*(?:\\.[^'\\\n]*)*/sy,
  '`': /[^`\\]*(?:\\.[^`\\]*)*/sy,
}

/**
 * Reads the text only once, however many quotes it has.
 * @returns Maps the index of a quote to the index behind its string; undefined without an end.
 */
export function stringEnds(text: string): (at: number) => number | undefined {
  const openUntil = new Map<string, number>()
  return (at) => {
    const quote = text[at] as string
    if (at < (openUntil.get(quote) ?? 0)) return undefined
    const pattern = insides[quote] as RegExp
    pattern.lastIndex = at + 1
    pattern.test(text)
    const end = pattern.lastIndex
    if (text[end] === quote) return end + 1
    openUntil.set(quote, end)
    return undefined
  }
}

/** Read attributes of JSX and HTML; one without a value has an empty one. */
export function readTagAttributes(text: string): Attributes {
  const pairs = new Map<string, string>()
  const expressions = new Map<string, string>()
  const name = /[:@#]?[A-Za-z][\w:.@-]*/g
  for (let at = 0; ; at = name.lastIndex) {
    name.lastIndex = at
    const match = name.exec(text)
    if (match === null) return { pairs, words: [], expressions }
    const value = /\s*=\s*/y
    value.lastIndex = name.lastIndex
    if (!value.test(text)) {
      pairs.set(match[0], '')
      continue
    }
    const start = value.lastIndex
    const quote = text[start]
    let end = text.length
    if (quote === '{') {
      end = endOfBraces(text, start)
      if (end === -1) end = text.length
      const expression = text.slice(start + 1, end - 1).trim()
      const literal = literalOf(expression)
      if (literal === undefined) expressions.set(match[0], expression)
      else pairs.set(match[0], literal)
    } else if (quote === '"' || quote === "'") {
      const closing = text.indexOf(quote, start + 1)
      end = closing === -1 ? text.length : closing + 1
      pairs.set(match[0], text.slice(start + 1, end - 1))
    } else {
      end = start + (/^\S*/.exec(text.slice(start)) as RegExpExecArray)[0].length
      pairs.set(match[0], text.slice(start, end))
    }
    name.lastIndex = end
  }
}

/** Read a string or number literal of JavaScript; undefined for anything else. */
export function literalOf(expression: string): string | undefined {
  const text = expression.trim()
  if (/^(?:\d+(?:\.\d+)?|Infinity)$/.test(text)) return text
  const [, quote = '', content = ''] = /^(["'`])(.*)\1$/s.exec(text) ?? []
  if (quote === '' || content.replace(/\\./gs, '').includes(quote)) return undefined
  if (quote === '`' && content.includes('${')) return undefined
  return content.replace(/\\n/g, '\n').replace(/\\(.)/gs, '$1')
}
