/** What the source of an import into Confluence means for its page. @module */
import type { Via } from '../../../accounts/audit.ts'
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import {
  type KeptPage,
  type LastWarnings,
  toldOfPath,
  withNew,
  writeTold,
} from '../../../wiki/import/sources/source-pages.ts'
import { type SourceState, sourceWarnings } from '../../../wiki/import/sources/source-state.ts'
import type { AskedDelivery } from '../delivery.ts'

/** @throws {RequestError} `belongs-to-another`. */
export async function checkKeeper(
  database: Database,
  spaceId: number,
  pageId: string,
  asked: AskedDelivery,
): Promise<void> {
  if (asked.source === undefined || asked.takeOver) return
  const state = await findState(database, spaceId, pageId)
  const isOfAnother = state.keeper !== undefined && state.keeper !== asked.source.name
  if (isOfAnother) throw refusalOf('belongs-to-another', { ...asked, state })
}

/** Edits are found by the site's own versions, so this state tells of none. */
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

export interface SourcedAnswer {
  readonly warnings: readonly AnswerWarning[]
  readonly told: LastWarnings | undefined
}

/** Add the warnings of the source, and say of each whether it is new. */
export async function tellSource(
  database: Database,
  spaceId: number,
  pageId: string | undefined,
  { via, ...asked }: Pick<AskedDelivery, 'source' | 'takeOver'> & { readonly via: Via | undefined },
  warnings: readonly AnswerWarning[],
): Promise<SourcedAnswer> {
  const { source } = asked
  // People are told of it by the editor.
  const isTold = pageId !== undefined && via !== 'form'
  const state = !isTold ? undefined : await findState(database, spaceId, pageId)
  const own = state === undefined ? [] : sourceWarnings(state, asked, 'overwrite')
  const all = [...own, ...warnings]
  if (source === undefined) return { warnings: all, told: undefined }
  const [told] = await database.read<LastWarnings>(toldOfPath(sql`${spaceId}`, source))
  return { warnings: withNew(all, told), told }
}

/** What the store is to keep of the source; undefined for a plain call. */
export function pageOfSource(
  { source }: AskedDelivery,
  { warnings, told }: SourcedAnswer,
  page: Omit<KeptPage, 'source' | 'warnings' | 'sentMarkdown'>,
): KeptPage | undefined {
  if (source === undefined) return undefined
  const digests = writeTold(warnings, page.run, told)
  return { ...page, source, warnings: digests, sentMarkdown: null }
}
