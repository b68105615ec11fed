/** `markport space disconnect`: gives a space back to the embedded wiki. @module */
import type { Command } from 'commander'
import { spaceConnections } from '../../delivery/connections/space-connections.ts'
import { getSpace } from '../../importing/spaces.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, withStore } from '../store/store.ts'

export function registerDisconnect(space: Command, context: CliContext): void {
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
