/** The fields of front matter that an import uses. @module */
import { parse as parseToml, TomlError } from 'smol-toml'
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { DocumentError } from './document-error.ts'

export interface FrontMatter {
  readonly title?: string
  /** Id of a page, or the path of another file. */
  readonly parent?: string
  /** `markport: false` was there: the file is no page. */
  readonly isSkipped: boolean
  /** As they are written; undefined when the field is not there or has no value. */
  readonly labels: LabelField | undefined
  /** Addresses that generators give to the page: from the site's root, or in place of its name. */
  readonly addresses?: readonly string[]
}

export interface LabelField {
  readonly names: readonly string[]
  /** Line of the file, from 1. */
  readonly line: number
}

/** What stands between the lines of `---` or `+++`. */
interface FrontMatterSource {
  readonly type: 'yaml' | 'toml'
  readonly value: string
}

/**
 * Read the fields.
 * @param source The front matter; undefined where a file has none.
 * @throws {DocumentError} When it is no YAML or TOML, or a field has no value of its kind.
 */
export function readFrontMatter(source: FrontMatterSource | undefined): FrontMatter {
  const fields = readFields(source)
  const title = readText('title', fields)
  const parent = readText('parent', fields)
  const addresses = addressFields.flatMap((name) => readAddresses(fields.get(name)?.value))
  return {
    ...(title ? { title } : {}),
    ...(parent ? { parent } : {}),
    isSkipped: readText('markport', fields) === 'false',
    labels: readLabels(fields),
    ...(addresses.length > 0 ? { addresses } : {}),
  }
}

/** Of Docusaurus, Hugo and Jekyll. */
const addressFields = ['slug', 'id', 'url', 'permalink', 'aliases']

/** What is no address, such as the pattern of one, leads nowhere. */
function readAddresses(value: unknown): string[] {
  const items: readonly unknown[] = isList(value) ? value : [value]
  return items.filter((item) => typeof item === 'string').filter((item) => !isNothing(item))
}

interface Field {
  readonly value: unknown
  /** Line of the file, from 1. */
  readonly line: number
}

type Fields = ReadonlyMap<string, Field>

function readFields(source: FrontMatterSource | undefined): Fields {
  if (source === undefined) return new Map()
  return source.type === 'yaml' ? readYaml(source.value) : readToml(source.value)
}

/** The text starts on the second line of the file. */
const linesAbove = 1

function readYaml(text: string): Fields {
  const lineCounter = new LineCounter()
  // All values as they are written: the title 1.10 is no number.
  const options = { schema: 'failsafe', prettyErrors: false, lineCounter } as const
  const document = parseDocument(text, options)
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + linesAbove
  const [error] = document.errors
  if (error !== undefined) throw unreadable('YAML', error.message, lineAt(error.pos[0]))
  const fields = new Map<string, Field>()
  if (!isMap(document.contents)) return fields
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isNode(value)) continue
    const line = lineAt(key.range?.[0] ?? 0)
    try {
      fields.set(String(key.value), { value: value.toJS(document), line })
    } catch (error) {
      throw unreadable('YAML', (error as Error).message, line)
    }
  }
  return fields
}

function readToml(text: string): Fields {
  try {
    const lines = text.split('\n')
    const lineOf = (name: string): number =>
      lines.findIndex((line) => line.replace(/^[ \t"']+/, '').startsWith(name)) + 1 + linesAbove
    return new Map(
      Object.entries(parseToml(text)).map(([name, value]) => [name, { value, line: lineOf(name) }]),
    )
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    throw unreadable('TOML', message, error.line + linesAbove)
  }
}

function unreadable(kind: string, message: string, line: number): DocumentError {
  return new DocumentError(
    `The front matter is no ${kind}, by line ${line}: ${message.replace(/\.$/, '')}. Mend it, such as by quotes around the value.`,
  )
}

function readText(name: string, fields: Fields): string | undefined {
  const { value, line } = fields.get(name) ?? {}
  if (isNothing(value)) return undefined
  if (isList(value) || isTable(value)) {
    throw new DocumentError(`\`${name}\` in line ${line} of the front matter must be one text.`)
  }
  return asText(value).replace(/\s+/g, ' ').trim()
}

/** A list, or words with commas between them. */
function readLabels(fields: Fields): LabelField | undefined {
  const { value, line = 1 } = fields.get('labels') ?? {}
  if (isNothing(value)) return undefined
  const items = isList(value) ? value : asText(value).split(',')
  if (isTable(value) || items.some((item) => isList(item) || isTable(item))) {
    throw new DocumentError(
      `\`labels\` in line ${line} of the front matter must be a list of words, or words with commas between them.`,
    )
  }
  const names = items.filter((item) => !isNothing(item)).map((item) => asText(item).trim())
  return { names: names.filter(Boolean), line }
}

/** YAML's words for no value, which come as they are written. */
const nothing: ReadonlySet<unknown> = new Set([undefined, null, '', '~', 'null', 'Null', 'NULL'])

function isNothing(value: unknown): boolean {
  return nothing.has(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** TOML's dates give back what was written only so. */
function asText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Date)
}
