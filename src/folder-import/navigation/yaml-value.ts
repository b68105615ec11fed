/** YAML and JSON of navigation files, as plain values. @module */
import { parse, YAMLParseError } from 'yaml'
import { placeIn } from '../../base/parse-json.ts'

/** A mapping, with the names of its fields. */
export type Table = Readonly<Record<string, unknown>>

/**
 * Parse YAML, of which JSON is a part. Tags that name programs, as in `!!python/name:`, are none of
 * its errors: what they stand on is taken as text.
 * @throws {Error} When it is no YAML.
 */
export function parseYaml(text: string): unknown {
  checkYaml(text)
  try {
    return parse(text, {
      stringKeys: true,
      logLevel: 'error',
      uniqueKeys: false,
      prettyErrors: false,
      maxAliasCount: 100,
    })
  } catch (error) {
    const place = error instanceof YAMLParseError ? `${placeIn(text, error.pos[0])}: ` : ''
    throw new Error(place + wordYamlProblem(error))
  }
}

/** What the parser says itself quotes the file, which may be a link to a secret. */
export function wordYamlProblem(error: unknown): string {
  const isOfAlias = error instanceof ReferenceError
  if (isOfAlias) return 'an alias leads to nothing, or to too much'
  const code = error instanceof YAMLParseError ? error.code : 'UNREADABLE'
  return `this is no YAML (${code.toLowerCase().replaceAll('_', ' ')})`
}

/** Parse YAML; what is none says nothing. */
export function yamlOrNothing(text: string): unknown {
  try {
    return parseYaml(text)
  } catch {
    return undefined
  }
}

/**
 * Take a value for a mapping.
 * @returns Nothing in it when it is none.
 */
export function asTable(value: unknown): Table {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isTable ? (value as Table) : {}
}

/**
 * Take a value for a list.
 * @returns Nothing in it when it is none.
 */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Take a value for a text.
 * @returns Undefined when it is none, or has no words.
 */
export function asWords(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** Far more than people write. */
const maxDepth = 100

/** Marks of lists and keys in a row, and indentation: each may be a level. */
const deepLine = new RegExp(`^(?: {${4 * maxDepth}}|(?:[ \\t]*[-?:][ \\t]){${maxDepth}})`, 'm')

/** Each may look through the whole text, and stand for all of it. */
const maxAliases = 500
const anchor = /(?<=^|[\s,[{])&([^\s,[\]{}]{1,200})/g
const alias = /(?<=^|[\s,[{:])\*([^\s,[\]{}]{1,200})/g

/**
 * Refuse YAML that would cost more than its size.
 * @throws {Error} When it may nest too deep, or has too many aliases.
 */
export function checkYaml(yaml: string): void {
  const anchors = new Set(Array.from(yaml.matchAll(anchor), ([, name]) => name))
  let aliases = 0
  for (const [, name] of anchors.size === 0 ? [] : yaml.matchAll(alias)) {
    if (anchors.has(name)) aliases += 1
    if (aliases > maxAliases) throw new Error(`it has more than ${maxAliases} aliases`)
  }
  let depth = 0
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > maxDepth) throw tooDeep()
  }
  if (deepLine.test(yaml)) throw tooDeep()
}

function tooDeep(): Error {
  return new Error(`it nests deeper than ${maxDepth} levels`)
}
