/** Parses YAML and JSON into plain values. @module */

import type { Document } from 'yaml'
import { isRecord, placeIn } from '../../contract/base/parse-json.ts'
import { parseDocument, YAMLParseError } from '../documents/settings-parsers.ts'

type Table = Readonly<Record<string, unknown>>

/**
 * Parse YAML or JSON. Tags that name programs, such as `!!python/name:`, are ignored.
 * @throws {Error} When the text is invalid.
 */
export function parseYaml(text: string): unknown {
  const document = yamlDocument(text)
  const [error] = document.errors
  if (error === undefined) return jsValueOf(document)
  throw new Error(`${placeIn(text, error.pos[0])}: ${wordYamlProblem(error)}`)
}

/**
 * Read YAML or JSON even where parts are invalid; unknown tags such as `!ENV` are ignored.
 * @throws {Error} When nesting or aliases would make the text too costly to read.
 */
export function readYamlFields(text: string): unknown {
  return jsValueOf(yamlDocument(text))
}

function yamlDocument(text: string): Document.Parsed {
  checkYaml(text)
  return parseDocument(text, {
    stringKeys: true,
    logLevel: 'silent',
    // Pretty errors each copy their line.
    prettyErrors: false,
    // Comparing each key with all others would take quadratic time.
    uniqueKeys: false,
  })
}

function jsValueOf(document: Document.Parsed): unknown {
  try {
    // Nested aliases could grow without bound.
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new Error(wordYamlProblem(error))
  }
}

/** Never quote the parser's message: the file may be a link to a secret. */
export function wordYamlProblem(error: unknown): string {
  const isOfAlias = error instanceof ReferenceError
  if (isOfAlias) return 'an alias leads to nothing, or to too much'
  const code = error instanceof YAMLParseError ? error.code : 'UNREADABLE'
  return `this is no YAML (${code.toLowerCase().replaceAll('_', ' ')})`
}

export function yamlOrNothing(text: string): unknown {
  try {
    return parseYaml(text)
  } catch {
    return undefined
  }
}

export function asTable(value: unknown): Table {
  return isRecord(value) ? value : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export function asWords(value: unknown): string | undefined {
  return asText(value)?.trim() || undefined
}

const maxDepth = 100

const deepLine = new RegExp(`^(?: {${4 * maxDepth}}|(?:[ \\t]*[-?:][ \\t]){${maxDepth}})`, 'm')

/** Each alias may search the whole text and repeat all of it. */
const maxAliases = 500
const anchor = /(?<=^|[\s,[{])&([^\s,[\]{}]{1,200})/g
const alias = /(?<=^|[\s,[{:])\*([^\s,[\]{}]{1,200})/g

/** @throws {Error} When YAML may nest too deep or has too many aliases, and so costs too much. */
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
