/** The fields of front matter that an import uses. @module */
import type { ExportedFields } from '../files/exported-tree.ts'
import { type Notice, wordNotice } from '../notices.ts'
import { fieldOf } from '../site/settings.ts'
import {
  type FrontMatterField,
  type FrontMatterFields,
  type FrontMatterSource,
  readFields,
} from './front-matter-fields.ts'

export interface FrontMatter {
  readonly title?: string
  readonly navigationTitle?: string
  readonly pageId?: string
  /** Page id, path of another file, or title of a page. */
  readonly parent?: string
  readonly grandparent?: string
  /** Order among siblings; lower comes first. */
  readonly order?: number
  /** Shown on a page with neither text nor list. */
  readonly description?: string
  /** The day that a post was written, as `2024-01-31`. */
  readonly date?: string | undefined
  /** Names of the authors, or the keys by which the site lists them. */
  readonly authors?: readonly string[]
  /** The field that excludes the file from the site, such as `draft: true`. */
  readonly leftOut?: string
  readonly leavesOut?: string
  readonly isSkipped: boolean
  /** Labels with unchecked characters; undefined where the field has no value. */
  readonly labels: LabelField | undefined
  /** Addresses that generators give the page: from the site's root, or in place of its name. */
  readonly addresses?: readonly string[]
  readonly exported?: ExportedFields
  readonly notices: readonly Notice[]
}

export interface LabelField {
  readonly names: readonly string[]
  readonly line: number
}

export function readFrontMatter(source: FrontMatterSource | undefined): FrontMatter {
  const result = source === undefined ? noFields : readFields(source)
  const notices: Notice[] = []
  const { repaired } = result
  if (repaired !== undefined) {
    notices.push(wordNotice('front-matter-repaired', repaired.message, repaired.line))
  }
  const reader = fieldReader(result.fields, notices)
  const texts = {
    // VitePress gives a home page's title only here.
    title: reader.words('connie-title') ?? reader.words('title') ?? reader.text('hero.name'),
    navigationTitle: reader.text('sidebar_label', 'sidebar.label', 'linkTitle', 'linktitle'),
    pageId: reader.pageId(),
    parent: reader.text('parent'),
    grandparent: reader.text('grand_parent'),
    description: reader.text('description', 'summary'),
    leftOut: reader.firstMatch(notPages),
    leavesOut: reader.firstMatch(cascaded),
  }
  const order = reader.number('sidebar_position', 'sidebar.order', 'nav_order', 'order')
  // In Hugo 0 means no weight.
  const place = order ?? (reader.number('weight') || undefined)
  const date = ['date', 'pubDate', 'publishDate']
    .map((name) => dayOf(result.fields.get(name)?.value))
    .find((day) => day !== undefined)
  const authors = ['authors', 'author'].flatMap((name) => namesOf(result.fields.get(name)?.value))
  const addresses = addressFields.flatMap((name) => readAddresses(result.fields.get(name)?.value))
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)),
    ...(place === undefined ? {} : { order: place }),
    ...(date === undefined ? {} : { date }),
    ...(authors.length > 0 ? { authors } : {}),
    isSkipped: reader.text('markport') === 'false',
    labels: reader.labels(),
    ...(addresses.length > 0 ? { addresses } : {}),
    notices,
  }
}

const noFields: FrontMatterFields = { fields: new Map() }

const notPages: readonly (readonly [name: string, value: string])[] = [
  ['draft', 'true'],
  ['published', 'false'],
  ['headless', 'true'],
  // In md2conf and markdown-confluence these mark pages that must not be written.
  ['synchronized', 'false'],
  ['connie-publish', 'false'],
  ['build.render', 'never'],
  ['_build.render', 'never'],
]

/** Hugo applies `cascade` to a folder. */
const cascaded = notPages.map(([name, value]) => [`cascade.${name}`, value] as const)

const pageIdFields = ['confluence_page_id', 'confluence-page-id', 'connie-page-id', 'page_id']

const addressFields = ['slug', 'id', 'url', 'permalink', 'aliases']

function readAddresses(value: unknown): string[] {
  const items: readonly unknown[] = isList(value) ? value : [value]
  return items.filter((item) => typeof item === 'string').filter((item) => !isNothing(item))
}

/** The day of a date; in Material for MkDocs the field may be a table of dates. */
function dayOf(value: unknown): string | undefined {
  const dateValue = isTable(value) ? fieldOf(value, 'created') : value
  if (isNothing(dateValue) || isList(dateValue) || isTable(dateValue)) return undefined
  const text = asText(dateValue).trim()
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text) ?? []
  if (year !== undefined && month !== undefined && day !== undefined)
    return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  const time = /\b\d{4}\b/.test(text) ? Date.parse(`${text} UTC`) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
}

function namesOf(value: unknown): string[] {
  if (isList(value)) return value.flatMap(namesOf)
  if (isTable(value)) return namesOf(fieldOf(value, 'name') ?? fieldOf(value, 'key'))
  return isNothing(value) ? [] : [asText(value).replace(/\s+/g, ' ').trim()].filter(Boolean)
}

/** Find a field; `hero.name` means the field `name` of the table `hero`. */
function fieldAt(
  fields: ReadonlyMap<string, FrontMatterField>,
  name: string,
): Partial<FrontMatterField> {
  const [outer = '', ...inner] = name.split('.')
  const field = fields.get(name) ?? fields.get(outer)
  if (field === undefined || fields.has(name)) return field ?? {}
  return { value: inner.reduce(fieldOf, field.value), line: field.line }
}

function fieldReader(fields: ReadonlyMap<string, FrontMatterField>, notices: Notice[]) {
  const field = (name: string): Partial<FrontMatterField> => fieldAt(fields, name)
  const ignore = (name: string, line: number): undefined => {
    notices.push(wordNotice('front-matter-ignored', name, line))
    return undefined
  }
  const plain = (name: string): string | undefined => {
    const { value, line = 0 } = field(name)
    if (isNothing(value)) return undefined
    if (isList(value) || isTable(value)) return ignore(name, line)
    return asText(value).replace(/\s+/g, ' ').trim() || undefined
  }
  const text = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = plain(name)
      if (value !== undefined) return value
    }
    return undefined
  }
  return {
    text,
    /** The raw text, even where YAML would see a list or map, such as `{#if …}`. */
    words(name: string): string | undefined {
      const { value, raw } = field(name)
      const isText = !isList(value) && !isTable(value)
      return isText || !raw || raw.startsWith('{{') ? text(name) : raw
    },
    number(...names: readonly string[]): number | undefined {
      const value = Number(text(...names))
      return Number.isFinite(value) ? value : undefined
    },
    pageId(): string | undefined {
      const name = pageIdFields.find((idField) => !isNothing(field(idField).value))
      const id = name && plain(name)
      if (!name || !id || /^\d+$/.test(id)) return id
      return ignore(name, field(name).line ?? 0)
    },
    labels: () => readLabels(field('labels'), ignore),
    firstMatch(values: readonly (readonly [name: string, value: string])[]): string | undefined {
      const match = values.find(([name, value]) => {
        const { value: fieldValue } = field(name)
        return !isNothing(fieldValue) && String(fieldValue).toLowerCase() === value
      })
      return match && `${match[0]}: ${match[1]}`
    },
  }
}

function readLabels(
  { value, line = 1 }: Partial<FrontMatterField> = {},
  ignore: (name: string, line: number) => undefined,
): LabelField | undefined {
  if (isNothing(value)) return undefined
  if (isTable(value)) return ignore('labels', line)
  const items = isList(value) ? value : asText(value).split(',')
  if (items.some((item) => isList(item) || isTable(item))) return ignore('labels', line)
  const names = items.filter((item) => !isNothing(item)).map((item) => asText(item).trim())
  return { names: names.filter(Boolean), line }
}

/** YAML's null values as strings. */
const nothing: ReadonlySet<unknown> = new Set([undefined, null, '', '~', 'null', 'Null', 'NULL'])

function isNothing(value: unknown): boolean {
  return nothing.has(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Convert TOML dates back to text. */
function asText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Date)
}
