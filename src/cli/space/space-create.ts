/** `markport space create`. @module */
import type { Command } from 'commander'
import { createSpace } from '../../embedded-wiki/store/create-space.ts'
import { findAdministrator } from '../access/administrator.ts'
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

/** Create a space on behalf of an administrator. */
export async function createSpaceAsAdministrator(
  store: Store,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const userId = (await findAdministrator(store)).id
  const { database, ids, clock } = store
  return createSpace(database, ids, clock, { key, name, userId, createdBy: commandLineActor })
}
