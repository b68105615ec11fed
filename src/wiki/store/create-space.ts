/** Creates and renames spaces, each with a homepage. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
  originOf,
} from '../../accounts/audit.ts'
import { RequestError, wrongField } from '../../contract/errors.ts'
import { keptTitle, titleProblem } from '../../contract/titles-and-labels.ts'
import { query, queryAll, type Transaction } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { changeStamp, tellOfSpace, tellOfVersion } from '../import/changes/tell-changes.ts'
import {
  foldSpaceKey,
  getSpace,
  isSpaceKey,
  maxSpaceKeyLength,
  noSuchSpace,
} from '../import/spaces.ts'
import type { Space } from '../import/target-wiki.ts'
import { titleKey, titleOrder } from './page-place.ts'

export interface CreateSpace {
  readonly key: string
  readonly name: string
  readonly userId: number
  readonly createdBy?: Actor
}

const maxNameLength = 200

/** @throws {RequestError} `bad-request` for the key or the name, `already-exists` for the key. */
export async function createSpace(store: AuditedStore, input: CreateSpace): Promise<Space> {
  const key = checkKey(input.key)
  const name = checkSpaceName(input.name)
  const spaceId = await store.ids.nextId()
  const homepageId = await store.ids.nextId()
  await auditedChanges(store)(insertSpace, input.createdBy ?? 'system', {
    spaceId,
    homepageId,
    key,
    keyFold: foldSpaceKey(key),
    name,
    titleKey: titleKey(name),
    adf: emptyPage,
    userId: input.userId,
  })
  return { id: String(spaceId), key, name, homepageId: String(homepageId) }
}

/** ADF requires at least one block. */
const emptyPage = JSON.stringify({ version: 1, type: 'doc', content: [{ type: 'paragraph' }] })

function checkKey(key: string): string {
  if (!isSpaceKey(key)) {
    throw wrongField(
      'key',
      `key must be a letter followed by letters and digits, at most ${maxSpaceKeyLength} characters.`,
    )
  }
  return key
}

/** @throws {RequestError} `bad-request` when the name is empty, too long or no title. */
function checkSpaceName(text: string): string {
  const name = keptTitle(text)
  if (name === '' || name.length > maxNameLength) {
    throw wrongField('name', `name must be 1 to ${maxNameLength} characters, got ${name.length}.`)
  }
  const problem = name.isWellFormed() ? titleProblem(name) : 'must not contain lone surrogates'
  if (problem !== undefined) {
    throw wrongField('name', `name ${problem}.`)
  }
  return name
}

interface SpaceRows extends AuditStamp {
  readonly spaceId: number
  readonly homepageId: number
  readonly key: string
  readonly keyFold: string
  readonly name: string
  readonly titleKey: string
  readonly adf: string
  readonly userId: number
}

export const insertSpace: Transaction<SpaceRows, void> = function* (input, dialect) {
  const { spaceId, homepageId, name, userId, atMs } = input
  const { via, tokenName } = originOf(input.actor)
  const homepage = sql`select space_id, id, version, labels from pages
    where space_id = ${spaceId} and id = ${homepageId}`
  const inserted = yield* query(sql`
      insert into spaces (id, key, key_fold, name, homepage_id, author_id, created_at)
      values (${spaceId}, ${input.key}, ${input.keyFold}, ${name}, ${homepageId}, ${userId}, ${atMs})
      on conflict (key_fold) do nothing returning id`)
  if (inserted.length === 0) {
    throw new RequestError(
      'already-exists',
      `A space with the key ${input.key} already exists. Choose another key.`,
      { field: 'key' },
    )
  }
  yield* queryAll([
    sql`insert into pages (space_id, id, parent_id, title, title_key, title_order, status, version,
          content_hash, author_id, created_at, updated_at)
        values (${spaceId}, ${homepageId}, 0, ${name}, ${input.titleKey}, ${titleOrder(name)}, 'current', 1,
          '', ${userId}, ${atMs}, ${atMs})`,
    sql`insert into page_versions (space_id, page_id, number, title, adf, markdown, message,
          author_id, created_at, via, token_name)
        values (${spaceId}, ${homepageId}, 1, ${name}, ${input.adf}, '', '', ${userId}, ${atMs},
          ${via}, ${tokenName})`,
    ...dialect.search.put(homepage, {
      title: name,
      text: '',
      headings: '',
      words: dialect.search.wordsOf({ title: name, headings: '', text: '' }),
    }),
    ...tellOfSpace('space.created', spaceId, changeStamp(input)),
    ...tellOfVersion(homepage, changeStamp(input)),
    auditRecord(input, 'space-create', input.key, { spaceId }),
  ])
}

/** @throws {RequestError} `not-found`, or `bad-request` for the name. */
export async function renameSpace(
  store: AuditedStore,
  idOrKey: string,
  name: string,
  actor: Actor,
): Promise<Space> {
  const spaceName = checkSpaceName(name)
  const { id, key, homepageId } = await getSpace(store.database, idOrKey)
  const change = { spaceId: Number(id), name: spaceName }
  await auditedChanges(store)(updateSpaceName, actor, change)
  return { id, key, name: spaceName, homepageId }
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
