/** Ends a run of a source: pages without a file go to the trash, in one transaction. @module */
import { type AuditStamp, auditRecord } from '../../../accounts/audit.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { asObjects } from '../../../store/read-as.ts'
import { sql } from '../../../store/sql.ts'
import { changeStamp } from '../../import/changes/tell-changes.ts'
import {
  beginOfRun,
  countOfRun,
  type JudgedPages,
  judgePages,
  pagesWithoutFile,
  reasonToStay,
  type SourcePage,
  type ToldRow,
  toldOfSource,
} from '../../import/sources/source-pages.ts'
import { lockSpace } from '../../import/spaces.ts'
import type { ClosedSource } from '../../import/target-wiki.ts'
import { putInTrash } from '../trash-page.ts'

export interface CloseSourceInput extends AuditStamp {
  readonly spaceId: number
  readonly name: string
  readonly run: string
  readonly userId: number
  readonly paths: readonly string[]
  readonly prunes: boolean
  readonly dryRun: boolean
}

export const closeSource: Transaction<CloseSourceInput, ClosedSource> = function* (input, dialect) {
  const { spaceId, name, run } = input
  const paths = new Set(input.paths)
  // The lock keeps others from creating or moving pages below the trashed ones.
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const judged = input.prunes
    ? yield* judge(input, paths, dialect)
    : { pages: [], trashed: [], kept: [] }
  const { pages, trashed, kept: keptPages } = judged
  if (!input.dryRun && trashed.length > 0) {
    const trashedIds = new Set(trashed.map(({ pageId }) => pageId))
    for (const { pageId, parentId } of pages) {
      if (!trashedIds.has(pageId) || trashedIds.has(parentId)) continue
      yield* putInTrash(spaceId, Number(pageId), changeStamp(input))
    }
    yield* query(auditRecord(input, 'source-prune', name, { spaceId, pages: trashed.length }))
  }
  const rows = yield* query<ToldRow & Readonly<Record<string, string>>>(toldOfSource(spaceId, name))
  return { trashed, kept: keptPages, ...countOfRun(rows, { paths, run }) }
}

interface PlacedPage extends SourcePage {
  readonly parentId: string
}

function* judge(
  input: CloseSourceInput,
  paths: ReadonlySet<string>,
  dialect: Dialect,
): TransactionBody<JudgedPages & { readonly pages: readonly PlacedPage[] }> {
  const { spaceId, name, run } = input
  const [rows, begins] = yield* queryAll([
    sql`select cast(s.page_id as text) as "pageId", cast(p.parent_id as text) as "parentId",
        p.title, nullif(s.path, '') as path, s.is_keeper as "isKept", s.is_maker as "isMadeHere",
        p.version > s.version or s.sent_markdown is not null as "isEdited", s.run,
        s.imported_at as "importedAt"
      from source_pages s
      join pages p on p.space_id = s.space_id and p.id = s.page_id and p.status = 'current'
      where s.space_id = ${spaceId} and s.source = ${name} order by s.page_id`,
    beginOfRun(spaceId, input),
  ])
  const [began] = asObjects<{ at: Date | undefined }>(begins ?? [])
  const pages = pagesWithoutFile(asObjects<PlacedPage>(rows ?? []), { paths })
  const reasons = new Map(
    pages.map((page) => [page.pageId, reasonToStay(page, { paths, run, beganAt: began?.at })]),
  )
  const pagesToTrash = pages.filter(({ pageId }) => reasons.get(pageId) === undefined)
  const below = yield* query<{ id: number; parent_id: number }>(sql`
    select p.id, p.parent_id from pages p
    where p.space_id = ${spaceId} and p.status = 'current' and p.parent_id in (select id from
      ${dialect.givenRows(
        pagesToTrash.map(({ pageId }) => ({ id: Number(pageId) })),
        { id: 'bigint' },
      )})`)
  const children = new Map<string, string[]>()
  for (const { id, parent_id: parent } of below) {
    const parentId = String(parent)
    children.set(parentId, [...(children.get(parentId) ?? []), String(id)])
  }
  return { pages, ...judgePages(pages, reasons, children) }
}
