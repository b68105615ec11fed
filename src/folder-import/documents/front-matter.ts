/** The fields of front matter that an import uses. @module */
import type { ExportedFields } from '../files/exported-tree.ts'
import { type Notice, wordNotice } from '../notices.ts'
import {
  type FrontMatterField,
  type FrontMatterFields,
  type FrontMatterSource,
  readFields,
} from './front-matter-fields.ts'

export interface FrontMatter {
  readonly title?: string
  /** What menus show instead. */
  readonly navigationTitle?: string
  /** Id of the page itself. */
  readonly pageId?: string
  /** Id of a page, the path of another file, or the title of a page. */
  readonly parent?: string
  /** Title of the page above that one. */
  readonly grandparent?: string
  /** Its place among the pages beside it: less comes first. */
  readonly order?: number
  readonly description?: string
  /** What says that the file is no page of the site, such as `draft: true`. */
  readonly leftOut?: string
  /** What says so of all files in its folder. */
  readonly leavesOut?: string
  /** `markport: false` was there: the file is no page. */
  readonly isSkipped: boolean
  /** As they are written; undefined when the field is not there or has no value. */
  readonly labels: LabelField | undefined
  /** Addresses that generators give to the page: from the site's root, or in place of its name. */
  readonly addresses?: readonly string[]
  /** Of a file of an export. */
  readonly exported?: ExportedFields
  /** What had to be ignored or guessed. */
  readonly notices: readonly Notice[]
}

export interface LabelField {
  readonly names: readonly string[]
  /** Line of the file, from 1. */
  readonly line: number
}

/**
 * Read the fields.
 * @param source The front matter; undefined where a file has none.
 */
export function readFrontMatter(source: FrontMatterSource | undefined): FrontMatter {
  const found = source === undefined ? noFields : readFields(source)
  const notices: Notice[] = []
  const { repaired } = found
  if (repaired !== undefined) {
    notices.push(wordNotice('front-matter-repaired', repaired.message, repaired.line))
  }
  const reader = fieldReader(withNested(found.fields), notices)
  const texts = {
    // VitePress names the site on its home page only so.
    title: reader.words('connie-title') ?? reader.words('title') ?? reader.text('hero.name'),
    navigationTitle: reader.text('sidebar_label', 'sidebar.label', 'linkTitle', 'linktitle'),
    pageId: reader.pageId(),
    parent: reader.text('parent'),
    grandparent: reader.text('grand_parent'),
    description: reader.text('description', 'summary'),
    leftOut: reader.firstSaying(notPages),
    leavesOut: reader.firstSaying(cascaded),
  }
  for (const name of unreadFields) {
    const { line, value } = found.fields.get(name) ?? {}
    if (texts.pageId !== undefined && !isNothing(value)) {
      notices.push(wordNotice('header-ignored', `\`${name}\`: ${fates[name]}`, line))
    }
  }
  const order = reader.number('sidebar_position', 'sidebar.order', 'nav_order', 'order')
  // Hugo takes 0 for none.
  const place = order ?? (reader.number('weight') || undefined)
  const addresses = addressFields.flatMap((name) => readAddresses(found.fields.get(name)?.value))
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)),
    ...(place === undefined ? {} : { order: place }),
    isSkipped: reader.text('markport') === 'false',
    labels: reader.labels(),
    ...(addresses.length > 0 ? { addresses } : {}),
    notices,
  }
}

const noFields: FrontMatterFields = { fields: new Map() }

/** What the generators that know these fields make no page of. */
const notPages: readonly (readonly [name: string, value: string])[] = [
  ['draft', 'true'],
  ['published', 'false'],
  ['headless', 'true'],
  // Of md2conf and markdown-confluence: the page is there, and not theirs to write.
  ['synchronized', 'false'],
  ['connie-publish', 'false'],
  ['build.render', 'never'],
  ['_build.render', 'never'],
]

/** What Hugo says of a folder. */
const cascaded = notPages.map(([name, value]) => [`cascade.${name}`, value] as const)

/** What md2conf and markdown-confluence say beside the id of a page, and what becomes of it. */
const fates = {
  space_key: '--space says where pages go',
  confluence_space_key: '--space says where pages go',
  'confluence-space-key': '--space says where pages go',
  tags: '`labels` are the labels of the page',
  properties: 'no property is set',
  layout: 'pages are laid out as their space has it',
} as const
const unreadFields = Object.keys(fates) as (keyof typeof fates)[]

/** Of md2conf, of markdown-confluence and of people. */
const pageIdFields = ['confluence_page_id', 'confluence-page-id', 'connie-page-id', 'page_id']

/** Of Docusaurus, Hugo and Jekyll. */
const addressFields = ['slug', 'id', 'url', 'permalink', 'aliases']

/** What is no address, such as the pattern of one, leads nowhere. */
function readAddresses(value: unknown): string[] {
  const items: readonly unknown[] = isList(value) ? value : [value]
  return items.filter((item) => typeof item === 'string').filter((item) => !isNothing(item))
}

/** Tables that a generator groups its fields in. */
const nestedTables = [
  'sidebar',
  'hero',
  'build',
  '_build',
  'cascade',
  'cascade.build',
  'cascade._build',
]

function withNested(
  fields: ReadonlyMap<string, FrontMatterField>,
): ReadonlyMap<string, FrontMatterField> {
  const all = new Map(fields)
  for (const table of nestedTables) {
    const { value, line = 0 } = all.get(table) ?? {}
    if (!isTable(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      all.set(`${table}.${name}`, { value: inner, line })
    }
  }
  return all
}

interface FieldReader {
  /** Of the first field that is there. */
  text(...names: readonly string[]): string | undefined
  /** As it is written, where YAML sees a list or a table in it, such as in `{#if …}`. */
  words(name: string): string | undefined
  number(...names: readonly string[]): number | undefined
  labels(): LabelField | undefined
  pageId(): string | undefined
  firstSaying(values: readonly (readonly [name: string, value: string])[]): string | undefined
}

function fieldReader(
  fields: ReadonlyMap<string, FrontMatterField>,
  notices: Notice[],
): FieldReader {
  const ignore = (name: string, line: number): undefined => {
    notices.push(wordNotice('front-matter-ignored', name, line))
    return undefined
  }
  const plain = (name: string): string | undefined => {
    const { value, line = 0 } = fields.get(name) ?? {}
    if (isNothing(value)) return undefined
    if (isList(value) || isTable(value)) return ignore(name, line)
    return asText(value).replace(/\s+/g, ' ').trim() || undefined
  }
  const text: FieldReader['text'] = (...names) => {
    for (const name of names) {
      const found = plain(name)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    text,
    words(name) {
      const { value, written } = fields.get(name) ?? {}
      const isText = !isList(value) && !isTable(value)
      return isText || !written || written.startsWith('{{') ? text(name) : written
    },
    number(...names) {
      const found = Number(text(...names))
      return Number.isFinite(found) ? found : undefined
    },
    pageId() {
      const name = pageIdFields.find((one) => !isNothing(fields.get(one)?.value))
      const id = name && plain(name)
      if (!name || !id || /^\d+$/.test(id)) return id
      return ignore(name, fields.get(name)?.line ?? 0)
    },
    labels: () => readLabels(fields.get('labels'), ignore),
    firstSaying(values) {
      const said = values.find(([name, value]) => {
        const field = fields.get(name)?.value
        return !isNothing(field) && String(field).toLowerCase() === value
      })
      return said && `${said[0]}: ${said[1]}`
    },
  }
}

/** A list, or words with commas between them. */
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

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Date)
}
