/** Warnings and refusals from the source of an import into Confluence. @module */
import type { Via } from '../../../accounts/audit.ts'
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import {
  digestWarnings,
  type KeptPage,
  type LastWarnings,
  markNewWarnings,
  toldOfPath,
} from '../../../wiki/import/sources/source-pages.ts'
import { type SourceState, sourceWarnings } from '../../../wiki/import/sources/source-state.ts'
import type { DeliveryFields } from '../delivery.ts'

/** @throws {RequestError} `belongs-to-another`. */
export async function checkKeeper(
  database: Database,
  spaceId: number,
  pageId: string,
  fields: DeliveryFields,
): Promise<void> {
  if (fields.source === undefined || fields.takeOver) return
  const state = await findState(database, spaceId, pageId)
  const isOfAnother = state.keeper !== undefined && state.keeper !== fields.source.name
  if (isOfAnother) throw refusalOf('belongs-to-another', { ...fields, state })
}

/** Edits are left out, because the site's own versions tell them. */
async function findState(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<SourceState> {
  const [row] = await database.read<{ source: string }>(sql`
    select source from source_pages
    where space_id = ${spaceId} and page_id = ${Number(pageId)} and is_keeper = 1`)
  const edit = { by: '', at: '', version: 0 }
  return { isOfAnother: false, keeper: row?.source, edits: 'none', edit, since: 0 }
}

interface SourcedAnswer {
  readonly warnings: readonly AnswerWarning[]
  readonly lastWarnings: LastWarnings | undefined
}

export async function tellSource(
  database: Database,
  spaceId: number,
  pageId: string | undefined,
  {
    via,
    ...fields
  }: Pick<DeliveryFields, 'source' | 'takeOver'> & { readonly via: Via | undefined },
  warnings: readonly AnswerWarning[],
): Promise<SourcedAnswer> {
  const { source } = fields
  // The form's editor tells people itself.
  const needsState = pageId !== undefined && via !== 'form'
  const state = !needsState ? undefined : await findState(database, spaceId, pageId)
  const added = state === undefined ? [] : sourceWarnings(state, fields, 'overwrite')
  const allWarnings = [...added, ...warnings]
  if (source === undefined) return { warnings: allWarnings, lastWarnings: undefined }
  const [lastWarnings] = await database.read<LastWarnings>(toldOfPath(sql`${spaceId}`, source))
  return { warnings: markNewWarnings(allWarnings, lastWarnings), lastWarnings }
}

export function pageOfSource(
  { source }: DeliveryFields,
  { warnings, lastWarnings }: SourcedAnswer,
  page: Omit<KeptPage, 'source' | 'warnings' | 'sentMarkdown'>,
): KeptPage | undefined {
  if (source === undefined) return undefined
  const digests = digestWarnings(warnings, page.run, lastWarnings)
  return { ...page, source, warnings: digests, sentMarkdown: null }
}
