/** YAML and JSON of navigation files, as plain values. @module */
import { parse } from 'yaml'

/** A mapping, with the names of its fields. */
export type Table = Readonly<Record<string, unknown>>

/**
 * Parse YAML, of which JSON is a part. Tags that name programs, as in `!!python/name:`, are none of
 * its errors: what they stand on is taken as text.
 * @throws {Error} When it is no YAML.
 */
export function parseYaml(text: string): unknown {
  checkYamlNesting(text)
  return parse(text, {
    stringKeys: true,
    logLevel: 'error',
    uniqueKeys: false,
    prettyErrors: false,
    maxAliasCount: 100,
  })
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

/**
 * Refuse YAML that may nest too deep.
 * @throws {Error} When it does.
 */
export function checkYamlNesting(yaml: string): void {
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
