/** `markport store copy`: brings everything into another store, of the same engine or the other. @module */
import { realpathSync } from 'node:fs'
import type { Command } from 'commander'
import { type CopyRequest, copyStore } from '../../database/copy/copy-store.ts'
import type { DatabaseOptions } from '../../database/open-database.ts'
import { vacuumStore } from '../../database/vacuum.ts'
import {
  addOptions,
  readOptions,
  storeOptions,
  storePlace,
  writableStorePlace,
} from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { readNamedFile } from '../named-file.ts'
import { printResult } from '../output.ts'
import { storeProblem, withStore } from './store.ts'

/** Tables that fill for minutes say so each time that so many more rows are there. */
const rowsBetweenLines = 20_000

function registerStoreCopy(store: Command, context: CliContext): void {
  const command = store
    .command('copy')
    .description(
      'Copy everything into another store, row by row verified, while no service runs; run again, it goes on where it was ended.',
    )
    .option('--to <url|folder>', 'The copy: a PostgreSQL address, or a folder; an empty one.')
    .option('--to-file <file>', 'File with that address, which may hold a password.')
  addOptions(command, ['data', 'databaseUrl', 'databaseUrlFile', 'json']).action(async () => {
    const values = readOptions(command, context.env)
    const source = writableStorePlace(values)
    const target = readTarget(command.opts())
    assertOther(source, target)
    const isJson = values.json ?? false
    const onRows = isJson ? () => {} : teller(context)
    const tables = await copyStore({ source, target, onRows }).catch((error) => {
      throw storeProblem(error, 'databaseUrl' in target ? target : source) ?? error
    })
    printResult(context, isJson, { tables }, () => {
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      return [
        `Copied ${rows} rows of ${tables.length} tables; both stores hold the same.`,
        'Everybody signs in again. The next service on the copy indexes its pages for search.',
        'The store that was copied is as it was: start no service on it any more.',
      ]
    })
  })
}

function readTarget({ to, toFile }: { to?: string; toFile?: string }): DatabaseOptions {
  if ((to === undefined) === (toFile === undefined)) {
    throw new UsageError(
      'Give the place of the copy by --to, or its address in a file by --to-file.',
    )
  }
  const text =
    to ??
    readNamedFile(toFile as string, '--to-file')
      .toString()
      .trim()
  const isAddress = /^postgres(?:ql)?:\/\//.test(text)
  if (isAddress) return writableStorePlace({ databaseUrl: text })
  if (to !== undefined && !to.includes('://')) return storePlace({ data: to })
  // What was given is not repeated: it may hold a password.
  throw new UsageError(
    `--to${to === undefined ? '-file' : ''}: use postgres://user@host:port/database${to === undefined ? '' : ', or a folder'}.`,
  )
}

function assertOther(source: DatabaseOptions, target: DatabaseOptions): void {
  const [one, other] = [source, target].map(nameOf)
  if (one === other) throw new CommandError('--to names the store itself. Give another place.')
}

function nameOf(store: DatabaseOptions): string {
  if ('databaseUrl' in store) return store.databaseUrl
  try {
    return realpathSync(store.dataDirectory)
  } catch {
    // What is not there is no other place's second name.
    return store.dataDirectory
  }
}

function teller({ stderr }: CliContext): CopyRequest['onRows'] {
  let told = 0
  return (table, rows, isWhole) => {
    if (!isWhole && rows < told + rowsBetweenLines) return
    told = isWhole ? 0 : rows
    if (rows > 0) stderr.line(`  ${table}  ${rows} rows${isWhole ? '' : ' so far'}`)
  }
}

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
