/**
 * Who reads: queries about spaces and pages take a reader, and answer only what that may read.
 * @module
 */
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { type AccessLevel, accessOf } from './access.ts'
import { isReadable, type Principal } from './access-conditions.ts'

/** Made for one request: what it decides of a space stays decided. */
export interface Reader {
  readonly database: Database
  /** The user; undefined for a visitor and for commands on the store. */
  readonly principal: Principal | undefined
  /** Whether there is nothing that it may not read: an open wiki, or a command on the store. */
  readonly readsAll: boolean
  mayRead(spaceId: string): Promise<boolean>
  mayWrite(spaceId: string): Promise<boolean>
  /**
   * The condition that a space may be read, for statements about several spaces.
   * @param spaceId With the name of its table: the condition has tables with such a column.
   */
  isReadable(spaceId: Statement): Promise<Statement>
  /** The spaces that it may read; undefined where they are all, or too many to name each. */
  listSpaceIds(): Promise<readonly number[] | undefined>
}

/** Statements that name each space have a limited number of parts. */
const maxNamed = 50

/**
 * @param principal The user; undefined for a visitor.
 * @param isOpen Whether everybody may read everything.
 */
export function readerAs(
  database: Database,
  principal: Principal | undefined,
  isOpen = false,
): Reader {
  const levels = new Map<string, Promise<AccessLevel | undefined>>()
  const levelIn = (spaceId: string): Promise<AccessLevel | undefined> => {
    const level =
      levels.get(spaceId) ??
      (principal === undefined
        ? Promise.resolve(undefined)
        : accessOf(database, principal, Number(spaceId)))
    levels.set(spaceId, level)
    return level
  }
  const listSpaces = async (limit: Statement): Promise<number[]> => {
    if (principal === undefined) return []
    const rows = await database.read<{ id: number }>(sql`
      select id from spaces where deleted_at is null and ${isReadable(sql`spaces.id`, principal)}
      ${limit}`)
    return rows.map(({ id }) => id)
  }
  let all: Promise<number[]> | undefined
  let some: Promise<number[]> | undefined
  return {
    database,
    principal,
    readsAll: isOpen,
    mayRead: async (spaceId) => isOpen || (await levelIn(spaceId)) !== undefined,
    mayWrite: async (spaceId) => (await levelIn(spaceId)) === 'write',
    async isReadable(spaceId) {
      if (isOpen) return sql`1 = 1`
      if (principal === undefined) return sql`1 = 0`
      if (!database.isSpread) return isReadable(spaceId, principal)
      // Citus cannot join the tables of access for each row, so it is given the spaces by value.
      all ??= listSpaces(sql``)
      return sql`${spaceId} = any(cast(${`{${await all}}`} as bigint[]))`
    },
    async listSpaceIds() {
      if (isOpen) return undefined
      some ??= listSpaces(sql`limit ${maxNamed + 1}`)
      const ids = await some
      return ids.length > maxNamed ? undefined : ids
    },
  }
}

/** The reader of commands on the store itself. */
export function readerOfAll(database: Database): Reader {
  return { ...readerAs(database, undefined, true), mayWrite: async () => true }
}
