/** `markport space rename`: gives a space another name; its key stays. @module */
import type { Command } from 'commander'
import { renameSpace } from '../../embedded-wiki/store/rename-space.ts'
import type { CliContext } from '../context.ts'
import { commandLineActor, onStore } from '../store/store.ts'

export function registerRename(space: Command, context: CliContext): void {
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
