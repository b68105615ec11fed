/** `markport space`: create, list, rename, delete, export, connect and disconnect. @module */
import type { Command } from 'commander'
import type { SpaceConnection } from '../../delivery/connections/space-connection.ts'
import { spaceConnections } from '../../delivery/connections/space-connections.ts'
import { renameSpace } from '../../embedded-wiki/store/create-space.ts'
import { getSpace, type ListedSpace, listSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult, textTable } from '../output.ts'
import { registerSpaceDelete } from '../store/purge.ts'
import { commandLineActor, onStore, withStore } from '../store/store.ts'
import { registerConnect } from './space-connect.ts'
import { registerCreate } from './space-create.ts'
import { registerEdits } from './space-edits.ts'
import { registerSpaceExport } from './space-export.ts'

export function registerSpace(program: Command, context: CliContext): void {
  const space = program
    .command('space')
    .description('Create, list, rename, export and delete spaces, and connect them to Confluence.')
  registerCreate(space, context)
  const list = space.command('list').description('List all spaces, and where each is.')
  onStore(list, context, async ({ database, ids, clock }) => {
    const connections = await spaceConnections(database, ids, clock).list()
    const byId = new Map(connections.map((one) => [one.spaceId, one]))
    const spaces = (await listSpaces(database)).map((one) => toShown(one, byId.get(one.id)))
    return [
      spaces,
      textTable(
        ['ID', 'KEY', 'NAME', 'HOMEPAGE', 'WHERE'],
        spaces.map(({ id, key, name, homepageId, connection }) => [
          id,
          key,
          name,
          homepageId ?? 'none',
          connection === undefined ? 'here' : `${connection.remoteKey} at ${connection.url}`,
        ]),
      ),
    ]
  })
  registerRename(space, context)
  registerSpaceDelete(space, context)
  registerSpaceExport(space, context)
  registerEdits(space, context)
  registerConnect(space, context)
  registerDisconnect(space, context)
}

interface ShownSpace extends Omit<Space, 'homepageId'> {
  /** Confluence's id for a connected space; null where it has none. */
  readonly homepageId: string | null
  readonly connection?: { readonly kind: string; readonly url: string; readonly remoteKey: string }
}

function toShown(
  { id, key, name, importParentId }: ListedSpace,
  connection: SpaceConnection | undefined,
): ShownSpace {
  const space = { id, key, name, homepageId: importParentId ?? null }
  if (connection === undefined) return space
  const { kind, baseUrl, remoteSpace } = connection
  return {
    ...space,
    connection: { kind, url: baseUrl, remoteKey: remoteSpace.key },
  }
}

function registerRename(space: Command, context: CliContext): void {
  const command = space
    .command('rename')
    .description('Give a space another name; its key and the title of its homepage stay.')
    .argument('<key>', 'The space.')
    .argument('<name>', 'What readers see.')
  onStore(command, context, async (store, key: string, name: string) => {
    const renamed = await renameSpace(store, key, name, commandLineActor)
    return [renamed, `The space ${renamed.key} is called ${renamed.name}.`]
  })
}

function registerDisconnect(space: Command, context: CliContext): void {
  const command = space
    .command('disconnect')
    .description('Give a space back to the embedded wiki; its pages in Confluence stay there.')
    .argument('<key>', 'The space.')
    .option(
      '--force',
      'Also while imports are on their way: they wait until the space is connected again.',
    )
  addOptions(command, storeOptions).action((key: string) => {
    const values = readOptions(command, context.env)
    const mayLeaveOpen = (command.opts() as { force?: boolean }).force ?? false
    return withStore(context, values, async ({ database, ids, clock }) => {
      const found = await getSpace(database, key)
      const { openDeliveries } = await spaceConnections(database, ids, clock).disconnect(found.id, {
        mayLeaveOpen,
        disconnectedBy: commandLineActor,
      })
      const result = { key: found.key, id: found.id, openDeliveries }
      printResult(context, values.json ?? false, result, () => [
        `Disconnected the space ${found.key}: imports land here again, below ${found.homepageId}.`,
        'Its pages in Confluence stay as they are. What is recorded of them is used when it is connected again.',
        ...(openDeliveries === 0
          ? []
          : [`${openDeliveries} imports on their way wait until then.`]),
      ])
    })
  })
}
