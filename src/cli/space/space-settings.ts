/** `markport space create` and `markport space edits`, which connecting a space needs as well. @module */
import type { Command } from 'commander'
import { editPolicies } from '../../contract/outcomes.ts'
import { setEdits } from '../../wiki/import/spaces.ts'
import { createSpace } from '../../wiki/store/create-space.ts'
import { type CliContext, UsageError } from '../context.ts'
import { commandLineActor, findAdministrator, onStore, type Store } from '../store/store.ts'

export function registerCreate(space: Command, context: CliContext): void {
  const create = space
    .command('create')
    .description('Create a space with an empty homepage.')
    .argument('<key>', 'A letter, then letters and digits.')
    .argument('<name>', 'What readers see.')
  onStore(create, context, async (store, key: string, name: string) => {
    const newSpace = await createSpaceAsAdministrator(store, key, name)
    return [
      newSpace,
      [
        `Created the space ${newSpace.key}.`,
        `  spaceId   ${newSpace.id}`,
        `  parentId  ${newSpace.homepageId}   (its homepage)`,
      ],
    ]
  })
}

export async function createSpaceAsAdministrator(
  store: Store,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const userId = (await findAdministrator(store)).id
  const { database, ids, clock } = store
  return createSpace(database, ids, clock, { key, name, userId, createdBy: commandLineActor })
}

export function registerEdits(space: Command, context: CliContext): void {
  const command = space
    .command('edits')
    .description(
      'Choose what an import does with pages that people edited since the last one: overwrite-imported (the default) overwrites with a warning, but never a page that only people wrote; overwrite overwrites any page; refuse; or keep-theirs, block by block.',
    )
    .argument('<key>', 'The space.')
    .argument('<policy>', `One of ${editPolicies.join(', ')}.`)
  onStore(command, context, async (store, key: string, name: string) => {
    const policy = editPolicies.find((candidate) => candidate === name)
    if (policy === undefined) {
      throw new UsageError(`The policy must be one of ${editPolicies.join(', ')}.`)
    }
    const space = await setEdits(store, key, policy, commandLineActor)
    return [
      { id: space.id, key: space.key, edits: space.edits },
      `Where people changed a page of ${space.key}: ${editWords[policy]}.`,
    ]
  })
}

export const editWords = {
  'overwrite-imported':
    'an import overwrites them, and a warning tells which; pages that people alone wrote stay',
  overwrite: 'an import overwrites them, and pages that people alone wrote; a warning tells which',
  refuse: 'an import of that page is refused',
  'keep-theirs': 'they stay where the import did not change the same block',
} as const
