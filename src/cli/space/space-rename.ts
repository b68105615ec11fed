/** `markport space rename`: gives a space another name; its key stays. @module */
import type { Command } from 'commander'
import { renameSpace } from '../../embedded-wiki/store/rename-space.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, withStore } from '../store/store.ts'

export function registerRename(space: Command, context: CliContext): void {
  const command = space
    .command('rename')
    .description('Give a space another name; its key and the title of its homepage stay.')
    .argument('<key>', 'The space.')
    .argument('<name>', 'What readers see.')
  addOptions(command, storeOptions).action((key: string, name: string) => {
    const values = readOptions(command, context.env)
    return withStore(context, values, async (store) => {
      const renamed = await renameSpace(store, key, name, commandLineActor)
      printResult(context, values.json ?? false, renamed, () => {
        return `The space ${renamed.key} is called ${renamed.name}.`
      })
    })
  })
}
