/** Gives a space another name. Its key, by which addresses and imports know it, stays. @module */
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../../auth/audit.ts'
import { changeStamp, tellOfSpace } from '../../changes/tell-changes.ts'
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { getSpace, noSuchSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { checkSpaceName } from './create-space.ts'
import type { PageChangeDependencies } from './trash-page.ts'

/**
 * Rename a space.
 * @param dependencies Store, ids and clock.
 * @param idOrKey The space.
 * @param name Its new name.
 * @param actor Whom the audit record names.
 * @throws {RequestError} `not-found`, or `bad-request` for the name.
 */
export async function renameSpace(
  { database, ids, clock }: PageChangeDependencies,
  idOrKey: string,
  name: string,
  actor: Actor,
): Promise<Space> {
  const checked = checkSpaceName(name)
  const { id, key, homepageId } = await getSpace(database, idOrKey)
  const stamp = await auditStamps(ids, clock)(actor)
  await database.write(updateSpaceName, { ...stamp, spaceId: Number(id), name: checked })
  return { id, key, name: checked, homepageId }
}

interface NewName extends AuditStamp {
  readonly spaceId: number
  readonly name: string
}

export const updateSpaceName: Transaction<NewName, void> = function* (input) {
  const [space] = yield* query<{ key: string }>(sql`
    update spaces set name = ${input.name}
    where id = ${input.spaceId} and deleted_at is null returning key`)
  if (space === undefined) throw noSuchSpace(String(input.spaceId))
  yield* queryAll([
    ...tellOfSpace('space.renamed', input.spaceId, changeStamp(input)),
    auditRecord(input, 'space-rename', space.key, { spaceId: input.spaceId }),
  ])
}
