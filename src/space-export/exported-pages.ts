/** The pages that are exported, with their places: all of one moment. @module */
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { SpaceConnection } from '../delivery/connections/space-connection.ts'
import { noPosition } from '../embedded-wiki/store/page-place.ts'
import { readLabels } from '../importing/labels.ts'
import type { Space } from '../importing/target-wiki.ts'

/** A page as it is exported; its version is never another one, however long that takes. */
export interface ExportedPage {
  readonly id: string
  /** From the folder of the export, with `/` between its parts. */
  readonly path: string
  readonly title: string
  readonly navigationTitle: string
  readonly labels: readonly string[]
  readonly position: number | undefined
  readonly version: number
  readonly savedAt: Date
  readonly isHomepage: boolean
}

interface PageRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
  readonly navigation_title: string
  readonly labels: string
  readonly position: number | null
  readonly title_order: string
  readonly version: number
  readonly imported_version: number
  readonly updated_at: number
}

/**
 * List the pages of an embedded space in the order of its tree.
 * @returns None for the homepage that nobody has written, and none of the trash.
 */
export async function listExportedPages(
  database: Database,
  { id: spaceId, homepageId }: Pick<Space, 'id' | 'homepageId'>,
): Promise<ExportedPage[]> {
  const rows = await database.read<PageRow>(sql`
    select id, parent_id, title, navigation_title, labels, nullif(position, ${noPosition}) as position,
      title_order, version, imported_version, updated_at
    from pages where space_id = ${Number(spaceId)} and status = 'current'`)
  const below = Map.groupBy(rows, ({ parent_id: parentId }) => String(parentId))
  for (const pages of below.values()) pages.sort(inOrder)
  const homepage = rows.find(({ id }) => id === Number(homepageId))
  const isWritten = homepage && (homepage.version > 1 || homepage.imported_version > 0)
  return [
    ...(isWritten ? [toPage(homepage, 'index.md', true)] : []),
    ...placeInTree(homepageId, below).map(({ row, path }) => toPage(row, path, false)),
  ]
}

/** Say why a connected space is not exported. */
export function noExport(
  spaceKey: string,
  { remoteSpace, baseUrl }: Pick<SpaceConnection, 'remoteSpace' | 'baseUrl'>,
): string {
  return `The pages of ${spaceKey} are in Confluence, in the space ${remoteSpace.key} of ${baseUrl}: export them there.`
}

/** Gives pages the paths of their files, in the order of the tree. */
function placeInTree(
  homepageId: string,
  below: ReadonlyMap<string, readonly PageRow[]>,
): { readonly row: PageRow; readonly path: string }[] {
  const placed: { row: PageRow; path: string }[] = []
  interface Step {
    readonly row: PageRow
    readonly name: string
    readonly folder: string
    readonly depth: number
  }
  const stepsIn = (parentId: string, folder: string, depth: number): Step[] => {
    const nameOf = fileNamer(depth)
    const rows = below.get(parentId) ?? []
    return rows.map((row) => ({ row, name: nameOf(row.title), folder, depth })).reverse()
  }
  // Trees may be deeper than calls can be.
  const steps = stepsIn(homepageId, '', 0)
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { row, name, folder, depth } = step
    const id = String(row.id)
    const isFolder = below.has(id)
    placed.push({ row, path: `${folder}${name}${isFolder ? '/index' : ''}.md` })
    if (isFolder) for (const one of stepsIn(id, `${folder}${name}/`, depth + 1)) steps.push(one)
  }
  return placed
}

/** Ids tell nothing: they are others where the same pages are imported. */
function inOrder(a: PageRow, b: PageRow): number {
  const [before, after] = [
    a.position ?? Number.MAX_SAFE_INTEGER,
    b.position ?? Number.MAX_SAFE_INTEGER,
  ]
  return before - after || compare(a.title_order, b.title_order) || compare(a.title, b.title)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function toPage(row: PageRow, path: string, isHomepage: boolean): ExportedPage {
  return {
    id: String(row.id),
    path,
    title: row.title,
    navigationTitle: row.navigation_title,
    labels: readLabels(row.labels),
    position: isHomepage ? undefined : (row.position ?? undefined),
    version: row.version,
    savedAt: new Date(row.updated_at),
    isHomepage,
  }
}

/** With a number behind it, and the ending. */
const maxNameBytes = 80
/** Deep down, names are short, so that the whole path is one that disks take. */
const maxDeepNameBytes = 12
const deepLevel = 10
/** Room for the number that tells names apart. */
const numberBytes = 8

/** What Windows gives to devices, and what an import or the export itself means something else by. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|readme|attachments)$/

/** Gives names below one folder, each only once, whatever the case. */
function fileNamer(depth: number): (title: string) => string {
  const taken = new Set<string>()
  return (title) => {
    const longest = (depth < deepLevel ? maxNameBytes : maxDeepNameBytes) - numberBytes
    const name = cut(plainName(title), longest) || 'page'
    let free = name
    for (let number = 2; taken.has(keyOf(free)) || reserved.test(free); number += 1) {
      free = `${name}-${number}`
    }
    taken.add(keyOf(free))
    return free
  }
}

/** Letters and digits of any script, in small letters, and hyphens. */
function plainName(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '')
}

/** Disks have their own ways of small letters and of accents. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}

function cut(name: string, maxBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    kept += character
  }
  return kept.replace(/-+$/, '')
}

/** Give a linked file a name that every disk takes: its own, where that is one. */
export function diskName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._()+,=@-]/gu, '_')
    .replace(/^[^\p{L}\p{N}_]|[^\p{L}\p{M}\p{N}_)]$/gu, '_')
  const [stem = ''] = plain.split('.')
  return cut(reserved.test(stem.toLowerCase()) ? `_${plain}` : plain, maxFileBytes)
}

/** Disks take 255. */
const maxFileBytes = 200
