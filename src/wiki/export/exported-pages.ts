/** The exported pages and their paths, all read at one moment, and the audit record of it. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../../accounts/audit.ts'
import type { Reader } from '../../accounts/reader.ts'
import { query, type Transaction } from '../../store/database.ts'
import { readAs } from '../../store/read-as.ts'
import { sql } from '../../store/sql.ts'
import type { Space } from '../import/target-wiki.ts'
import type { ConnectedPlace } from '../pages/recorded-pages.ts'
import { noPosition } from '../store/page-place.ts'

/** A page with a version that stays the same however long the export takes. */
export interface ExportedPage {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly navigationTitle: string
  readonly labels: readonly string[]
  readonly position: number | undefined
  readonly version: number
  readonly savedAt: Date
  readonly isHomepage: boolean
}

interface ExportablePage extends Omit<ExportedPage, 'path' | 'isHomepage'> {
  readonly parentId: string
  readonly titleOrder: string
  readonly isImported: boolean
}

/** Lists pages in the order of the tree, without the trash and without an empty homepage. */
export async function listExportedPages(
  reader: Reader,
  { id: spaceId, homepageId }: Pick<Space, 'id' | 'homepageId'>,
): Promise<ExportedPage[]> {
  const rows = await listWholeSpace(reader, spaceId)
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  for (const pages of below.values()) pages.sort(inOrder)
  const homepage = rows.find(({ id }) => id === homepageId)
  const hasContent = homepage && (homepage.version > 1 || homepage.isImported)
  return [
    ...(hasContent ? [toPage(homepage, 'index.md', true)] : []),
    ...placeInTree(homepageId, below).map(({ row, path }) => toPage(row, path, false)),
  ]
}

/** Lists all pages at one moment, in no order. */
async function listWholeSpace(reader: Reader, spaceId: string): Promise<ExportablePage[]> {
  if (!(await reader.mayRead(spaceId))) return []
  return readAs(
    reader.database,
    sql`select cast(id as text) as id, cast(parent_id as text) as "parentId", title,
        title_order as "titleOrder", navigation_title as "navigationTitle", labels as "labels[]",
        nullif(position, ${noPosition}) as position, version, updated_at as "savedAt",
        imported_version > 0 as "isImported"
      from pages where space_id = ${Number(spaceId)} and status = 'current'`,
  )
}

export function noExport(spaceKey: string, { remoteSpace, baseUrl }: ConnectedPlace): string {
  return `The pages of ${spaceKey} are in Confluence, in the space ${remoteSpace.key} of ${baseUrl}: export them there.`
}

function placeInTree(
  homepageId: string,
  below: ReadonlyMap<string, readonly ExportablePage[]>,
): { readonly row: ExportablePage; readonly path: string }[] {
  const exportedPages: { row: ExportablePage; path: string }[] = []
  interface Step {
    readonly row: ExportablePage
    readonly name: string
    readonly folder: string
    readonly depth: number
  }
  const stepsIn = (parentId: string, folder: string, depth: number): Step[] => {
    const nameOf = fileNamer(depth)
    const rows = below.get(parentId) ?? []
    return rows.map((row) => ({ row, name: nameOf(row.title), folder, depth })).reverse()
  }
  // Do not recurse, because trees may be deeper than the call stack.
  const steps = stepsIn(homepageId, '', 0)
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { row, name, folder, depth } = step
    const { id } = row
    const isFolder = below.has(id)
    exportedPages.push({ row, path: `${folder}${name}${isFolder ? '/index' : ''}.md` })
    if (isFolder) for (const step of stepsIn(id, `${folder}${name}/`, depth + 1)) steps.push(step)
  }
  return exportedPages
}

/** Sorts siblings without their ids, which differ when the same pages are imported elsewhere. */
function inOrder(a: ExportablePage, b: ExportablePage): number {
  const [left, right] = [
    a.position ?? Number.MAX_SAFE_INTEGER,
    b.position ?? Number.MAX_SAFE_INTEGER,
  ]
  return left - right || compare(a.titleOrder, b.titleOrder) || compare(a.title, b.title)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function toPage(page: ExportablePage, path: string, isHomepage: boolean): ExportedPage {
  const { parentId: _, titleOrder: __, isImported: ___, ...exported } = page
  return { ...exported, path, position: isHomepage ? undefined : page.position, isHomepage }
}

const maxNameBytes = 80
/** Deep names are short, so that file systems accept the whole path. */
const maxDeepNameBytes = 12
const deepLevel = 10
const numberBytes = 8

/** Names of devices on Windows, and names with a meaning for imports and exports. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|readme|attachments)$/

/** Makes unique names within a folder, regardless of case. */
function fileNamer(depth: number): (title: string) => string {
  const usedNames = new Set<string>()
  return (title) => {
    const longest = (depth < deepLevel ? maxNameBytes : maxDeepNameBytes) - numberBytes
    const name = shortenName(plainName(title), longest) || 'page'
    let freeName = name
    for (let number = 2; usedNames.has(keyOf(freeName)) || reserved.test(freeName); number += 1) {
      freeName = `${name}-${number}`
    }
    usedNames.add(keyOf(freeName))
    return freeName
  }
}

function plainName(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '')
}

/** Folds a name for comparison, because file systems differ in their handling of case and accents. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}

function shortenName(name: string, maxBytes: number): string {
  let bytes = 0
  let start = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    start += character
  }
  return start.replace(/-+$/, '')
}

export function diskName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._()+,=@-]/gu, '_')
    .replace(/^[^\p{L}\p{N}_]|[^\p{L}\p{M}\p{N}_)]$/gu, '_')
  const [stem = ''] = plain.split('.')
  return shortenName(reserved.test(stem.toLowerCase()) ? `_${plain}` : plain, maxFileBytes)
}

/** File systems allow 255. */
const maxFileBytes = 200

interface Leaving {
  readonly key: string
  readonly form: 'archive' | 'folder'
}

/** Records the export before it begins, because an interrupted export may be nearly complete. */
export async function noteExport(
  store: AuditedStore,
  leaving: Leaving,
  actor: Actor,
): Promise<void> {
  await auditedChanges(store)(recordExport, actor, leaving)
}

export const recordExport: Transaction<AuditStamp & Leaving, void> = function* (input) {
  const { key, form } = input
  yield* query(auditRecord(input, 'space-export', key, { form }))
}
