/** `markport space create`. @module */
import type { Command } from 'commander'
import { passwords } from '../../auth/passwords/passwords.ts'
import { users } from '../../auth/users.ts'
import { createSpace } from '../../embedded-wiki/store/create-space.ts'
import type { CliContext } from '../context.ts'
import { commandLineActor, onStore, type Store } from '../store/store.ts'

export function registerCreate(space: Command, context: CliContext): void {
  const create = space
    .command('create')
    .description('Create a space with an empty homepage.')
    .argument('<key>', 'A letter, then letters and digits.')
    .argument('<name>', 'What readers see.')
  onStore(create, context, async (store, key: string, name: string) => {
    const made = await createSpaceAsAdministrator(store, key, name)
    return [
      made,
      [
        `Created the space ${made.key}.`,
        `  spaceId   ${made.id}`,
        `  parentId  ${made.homepageId}   (its homepage)`,
      ],
    ]
  })
}

/** Create a space on behalf of an administrator: the first may have another name by now. */
export async function createSpaceAsAdministrator(
  { database, ids, clock }: Store,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const keeper = users(database, ids, clock, passwords())
  const administrator = (await keeper.list()).find(
    ({ isAdministrator, disabledAt }) => isAdministrator && disabledAt === null,
  )
  if (administrator === undefined) throw new Error('the store has no administrator')
  const userId = administrator.id
  return createSpace(database, ids, clock, { key, name, userId, createdBy: commandLineActor })
}
