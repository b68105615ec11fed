/** Parses front matter in YAML or TOML; invalid YAML is read line by line. @module */
import { checkYaml, wordYamlProblem } from '../navigation/yaml-value.ts'
import {
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  parseToml,
  TomlError,
} from './settings-parsers.ts'

export interface FrontMatterSource {
  readonly type: 'yaml' | 'toml'
  readonly value: string
  readonly line: number
}

export interface FrontMatterField {
  readonly value: unknown
  readonly line: number
  readonly raw?: string
}

export interface FrontMatterFields {
  readonly fields: ReadonlyMap<string, FrontMatterField>
  readonly repaired?: { readonly message: string; readonly line: number }
}

export function readFields(source: FrontMatterSource): FrontMatterFields {
  return source.type === 'yaml' ? readYaml(source) : readToml(source)
}

function readYaml(source: FrontMatterSource): FrontMatterFields {
  try {
    checkYaml(source.value)
  } catch (error) {
    return repair(source, (error as Error).message, source.line)
  }
  const lineCounter = new LineCounter()
  // The schema keeps all values as strings: the title 1.10 is no number.
  const document = parseDocument(source.value, {
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
    lineCounter,
  })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + source.line - 1
  const [error] = document.errors
  if (error !== undefined) return repair(source, wordYamlProblem(error), lineAt(error.pos[0]))
  if (!isMap(document.contents)) return { fields: new Map() }
  const fields = new Map<string, FrontMatterField>()
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isNode(value)) continue
    const line = lineAt(key.range?.[0] ?? 0)
    try {
      const raw = source.value.slice(value.range?.[0], value.range?.[1]).trim()
      const onOneLine = raw.includes('\n') ? {} : { raw }
      fields.set(String(key.value), { value: value.toJS(document), line, ...onOneLine })
    } catch (error) {
      return repair(source, wordYamlProblem(error), line)
    }
  }
  return { fields }
}

function readToml(source: FrontMatterSource): FrontMatterFields {
  const lines = new Map<string, number>()
  for (const [index, text] of source.value.split('\n').entries()) {
    const name = /^[ \t"']*([\w-]+)/.exec(text)?.[1]
    if (name !== undefined && !lines.has(name)) lines.set(name, source.line + index)
  }
  try {
    const fields = Object.entries(parseToml(source.value)).map(
      ([name, value]) => [name, { value, line: lines.get(name) ?? source.line }] as const,
    )
    return { fields: new Map(fields) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return repair(source, 'this is no TOML', error.line + source.line - 1)
  }
}

const plainField = /^["']?([A-Za-z][\w-]*)["']? *[:=][ \t]*(\S.*)$/

const openValue = /^(?:\{\{|[|>]|\[[^\]]*$)/

function repair(
  { value, line: firstLine }: FrontMatterSource,
  message: string,
  line: number,
): FrontMatterFields {
  const fields = new Map<string, FrontMatterField>()
  let isTable = false
  for (const [index, text] of value.split(/\r?\n/).entries()) {
    isTable ||= /^\[[^\]]*\]\s*$/.test(text)
    const [, name, raw] = plainField.exec(text) ?? []
    if (isTable || name === undefined || raw === undefined) continue
    // Only in titles such a value is text, for example `{#if …}`.
    if (raw.startsWith('{') && name !== 'title') continue
    const plain = readPlain(raw.trim())
    if (plain !== undefined) fields.set(name, { value: plain, line: firstLine + index })
  }
  return { fields, repaired: { message, line } }
}

function readPlain(raw: string): string | readonly string[] | undefined {
  const list = /^\[([^[\]{}]*)\]$/.exec(raw)?.[1]
  if (list !== undefined) return list.split(',').map(unquoted).filter(Boolean)
  return openValue.test(raw) ? undefined : unquoted(raw)
}

function unquoted(raw: string): string {
  const text = raw.trim()
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2]
  if (quoted !== undefined) return quoted
  const comment = text.indexOf(' #')
  return comment === -1 ? text : text.slice(0, comment).trimEnd()
}
