/** `markport store`: copies it, and brings it into files that hold nothing of what was deleted. @module */
import type { Command } from 'commander'
import { vacuumStore } from '../../database/vacuum.ts'
import { addOptions, readOptions, storeOptions, storePlace } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult } from '../output.ts'
import { withStore } from './store.ts'
import { registerStoreCopy } from './store-copy.ts'

export function registerStore(program: Command, context: CliContext): void {
  const store = program.command('store').description('Copy the store, or look after its files.')
  registerStoreCopy(store, context)
  const command = store
    .command('vacuum')
    .description('Write the files anew, without what was deleted; imports wait meanwhile.')
  addOptions(command, storeOptions).action(async () => {
    const values = readOptions(command, context.env)
    const { engine } = await withStore(context, values, async ({ database }) => database)
    await vacuumStore(storePlace(values))
    printResult(context, values.json ?? false, { engine }, () => [
      'The files hold nothing any more of what was deleted before.',
      ...(engine === 'postgres'
        ? ['Its write-ahead log, archives of that and backups keep it until they are recycled.']
        : ['Backups keep it.']),
    ])
  })
}
