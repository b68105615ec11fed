/** Commands that delete permanently: `page purge`, `trash purge` and `space delete`. @module */
import type { Command } from 'commander'
import { listConnections } from '../../confluence/delivery/connections/space-connections.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { parseId } from '../../store/ids.ts'
import { getSpace } from '../../wiki/import/spaces.ts'
import { finishPurges } from '../../wiki/store/purging/let-go.ts'
import { type Purges, purgesOf } from '../../wiki/store/purging/purges.ts'
import { confirm, yesFlag } from '../ask.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { printResult } from '../text-output.ts'
import { commandLineActor, type Store, withStore } from './store.ts'

async function restOf(
  { database }: Store,
  remains = 'the numbers of the import log',
): Promise<string[]> {
  const isConnected = (await listConnections(database)).length > 0
  return [
    `An audit record without words stays, and ${remains}.${isConnected ? ' Confluence keeps its pages.' : ''}`,
    'The files of the store still hold what was freed, until "markport store vacuum"; backups keep it.',
  ]
}

export function registerPagePurge(page: Command, context: CliContext): void {
  const command = page
    .command('purge')
    .description('Delete a page for good, with its history and images; or one old version.')
    .argument('<id>', 'The page, current or in the trash.')
    .option('--version <n>', 'Only this version; not the current one.')
    .option('--with-children', 'Also the pages below it.')
    .option(...yesFlag)
  addOptions(command, storeOptions).action(async (id: string) => {
    const values = readOptions(command, context.env)
    const flags = command.opts() as { version?: string; withChildren?: boolean; yes?: boolean }
    const { version, withChildren: withPagesBelow = false, yes } = flags
    const json = values.json ?? false
    const number = version === undefined ? undefined : parseId(version)
    if (version !== undefined && number === undefined) {
      throw new UsageError(`--version: got ${JSON.stringify(version)}, but use a number from 1.`)
    }
    const what = version === undefined ? `the page ${id}` : `version ${version} of the page ${id}`
    await confirm(context, { ...(yes && { yes }), json }, `Purge ${what} for good?`)
    return withStore(context, values, async (store) => {
      const purgedBy = commandLineActor
      const rest = await restOf(store)
      if (number !== undefined) {
        await purgesOf(store).version({ pageId: parseId(id) ?? 0, number }, purgedBy)
        const sentence = `Purged version ${number}. That there was one, who wrote it and when, stays.`
        printResult(context, json, { id, version: number }, () => [sentence, ...rest])
        return
      }
      const pages = await runPurge(store, (purges) => {
        return purges.page(id, { withPagesBelow, purgedBy })
      })
      printResult(context, json, { id, pages }, () => [
        `Purged ${counted(pages, 'page')}.`,
        ...rest,
      ])
    })
  })
}

export function registerTrash(program: Command, context: CliContext): void {
  const command = program
    .command('trash')
    .description('Purge the trash of a space.')
    .command('purge')
    .description('Delete all pages in the trash of a space for good.')
    .argument('<key>', 'The space.')
    .option(...yesFlag)
  addOptions(command, storeOptions).action(async (key: string) => {
    const values = readOptions(command, context.env)
    const json = values.json ?? false
    await confirm(context, { ...command.opts(), json }, `Purge the trash of ${key} for good?`)
    return withStore(context, values, async (store) => {
      const space = await getSpace(store.database, key)
      const rest = await restOf(store)
      const pages = await runPurge(store, (purges) => purges.trash(space.id, commandLineActor))
      const result = { id: space.id, key: space.key, pages }
      printResult(context, json, result, () => [`Purged ${counted(pages, 'page')}.`, ...rest])
    })
  })
}

export function registerSpaceDelete(space: Command, context: CliContext): void {
  const command = space
    .command('delete')
    .description('Delete a space for good, with all its pages.')
    .argument('<key>', 'The space.')
    .option(...yesFlag)
  addOptions(command, storeOptions).action(async (key: string) => {
    const values = readOptions(command, context.env)
    const json = values.json ?? false
    const question = `Delete the space ${key} with all its pages for good?`
    await confirm(context, { ...command.opts(), json }, question)
    return withStore(context, values, async (store) => {
      const targetSpace = await getSpace(store.database, key)
      const rest = await restOf(store, 'the import log')
      await runPurge(store, (purges) => purges.space(targetSpace.id, commandLineActor))
      printResult(context, json, { id: targetSpace.id, key: targetSpace.key }, () => [
        `Deleted the space ${targetSpace.key}.`,
        ...rest,
      ])
    })
  })
}

/** Purge, and also finish the rows that an interrupted purge left. */
async function runPurge<Result>(
  store: Store,
  purge: (purges: Purges) => Promise<Result>,
): Promise<Result> {
  const result = await purge(purgesOf(store))
  await finishPurges(store.database)
  return result
}
