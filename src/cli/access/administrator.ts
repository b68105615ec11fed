/** Finds the administrator on whose behalf a command acts. @module */
import { passwords } from '../../auth/passwords/passwords.ts'
import { type User, users } from '../../auth/users.ts'
import { CommandError } from '../context.ts'
import type { Store } from '../store/store.ts'

/**
 * @param name By default any: the first may have another name by now.
 * @throws {CommandError} When there is none of this name.
 */
export async function findAdministrator(
  { database, ids, clock }: Store,
  name?: string,
): Promise<User> {
  const keeper = users(database, ids, clock, passwords())
  const all = name === undefined ? await keeper.list() : [await keeper.findByName(name)]
  const administrator = all.find((user) => user?.isAdministrator && user.disabledAt === null)
  if (administrator !== undefined) return administrator
  throw new CommandError(
    name === undefined ? 'the store has no administrator.' : `${name} is no administrator.`,
  )
}
