/** Commands that delete permanently: `page purge`, `trash purge` and `space delete`. @module */

import type { Command } from 'commander'
import type { AuditedStore } from '../../accounts/audit.ts'
import { listConnections } from '../../confluence/delivery/connections/space-connections.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { parseId } from '../../store/ids.ts'
import { getSpace } from '../../wiki/import/spaces.ts'
import { finishPurges } from '../../wiki/store/purging/let-go.ts'
import { type Purges, purgesOf } from '../../wiki/store/purging/purges.ts'
import { readNumber } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from './store.ts'

async function restOf(
  { database }: AuditedStore,
  remains = 'the numbers of the import log',
): Promise<string[]> {
  const isConnected = (await listConnections(database)).length > 0
  return [
    `An audit record without words stays, and ${remains}.${isConnected ? ' Confluence keeps its pages.' : ''}`,
    'The files of the store still hold what was freed, until the room is used again; backups keep it.',
  ]
}

interface PurgeFlags {
  readonly version?: string
  readonly withChildren?: boolean
}

export function registerPagePurge(page: Command, context: CliContext): void {
  storeCommands(page, context)(
    'purge <id>',
    'Delete a page, current or in the trash, for good, with its history and images; or one old version.',
    async (store: StoreAtWork<PurgeFlags>, id: string) => {
      const { version, withChildren: withPagesBelow = false } = store.flags
      const purgedBy = commandLineActor
      const rest = await restOf(store)
      if (version !== undefined) {
        const number = readNumber('--version', version)
        await purgesOf(store).version({ pageId: parseId(id) ?? 0, number }, purgedBy)
        const sentence = `Purged version ${number}. That there was one, who wrote it and when, stays.`
        return [{ id, version: number }, [sentence, ...rest]]
      }
      const pages = await runPurge(store, (purges) => purges.page(id, { withPagesBelow, purgedBy }))
      return [{ id, pages }, [`Purged ${counted(pages, 'page')}.`, ...rest]]
    },
    {
      flags: [
        ['--version <n>', 'Only this version; not the current one.'],
        ['--with-children', 'Also the pages below it.'],
      ],
      question: ([id], { version }) => {
        if (version === undefined) return `Purge the page ${id} for good?`
        return `Purge version ${readNumber('--version', version)} of the page ${id} for good?`
      },
    },
  )
}

export function registerTrash(program: Command, context: CliContext): void {
  const trash = program.command('trash').description('Purge the trash of a space.')
  storeCommands(trash, context)(
    'purge <key>',
    'Delete all pages in the trash of a space for good.',
    async (store, key: string) => {
      const space = await getSpace(store.database, key)
      const rest = await restOf(store)
      const pages = await runPurge(store, (purges) => purges.trash(space.id, commandLineActor))
      const result = { id: space.id, key: space.key, pages }
      return [result, [`Purged ${counted(pages, 'page')}.`, ...rest]]
    },
    { question: ([key]) => `Purge the trash of ${key} for good?` },
  )
}

export function registerSpaceDelete(space: Command, context: CliContext): void {
  storeCommands(space, context)(
    'delete <key>',
    'Delete a space for good, with all its pages.',
    async (store, key: string) => {
      const targetSpace = await getSpace(store.database, key)
      const rest = await restOf(store, 'the import log')
      await runPurge(store, (purges) => purges.space(targetSpace.id, commandLineActor))
      const result = { id: targetSpace.id, key: targetSpace.key }
      return [result, [`Deleted the space ${targetSpace.key}.`, ...rest]]
    },
    { question: ([key]) => `Delete the space ${key} with all its pages for good?` },
  )
}

/** Purge, and also finish the rows that an interrupted purge left. */
async function runPurge<Result>(
  store: AuditedStore,
  purge: (purges: Purges) => Promise<Result>,
): Promise<Result> {
  const result = await purge(purgesOf(store))
  await finishPurges(store.database)
  return result
}
