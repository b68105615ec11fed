/** `markport space create`. @module */
import type { Command } from 'commander'
import { firstAdministrator } from '../../auth/initialize-store.ts'
import { passwords } from '../../auth/passwords/passwords.ts'
import { users } from '../../auth/users.ts'
import { createSpace } from '../../embedded-wiki/store/create-space.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, type Store, withStore } from '../store/store.ts'

export function registerCreate(space: Command, context: CliContext): void {
  const create = space
    .command('create')
    .description('Create a space with an empty homepage.')
    .argument('<key>', 'A letter, then letters and digits.')
    .argument('<name>', 'What readers see.')
  addOptions(create, storeOptions).action((key: string, name: string) => {
    const values = readOptions(create, context.env)
    return withStore(context, values, async (store) => {
      const made = await createSpaceAsAdministrator(store, key, name)
      printResult(context, values.json ?? false, made, () => [
        `Created the space ${made.key}.`,
        `  spaceId   ${made.id}`,
        `  parentId  ${made.homepageId}   (its homepage)`,
      ])
    })
  })
}

/** Create a space on behalf of the first administrator. */
export async function createSpaceAsAdministrator(
  { database, ids, clock }: Store,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const keeper = users(database, ids, clock, passwords())
  const administrator = await keeper.findByName(firstAdministrator)
  if (administrator === undefined) throw new Error('the store has no administrator')
  const userId = administrator.id
  return createSpace(database, ids, clock, { key, name, userId, createdBy: commandLineActor })
}
