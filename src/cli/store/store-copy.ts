/** `markport store`: copies a SQLite store into a PostgreSQL. @module */
import type { Command } from 'commander'
import { type CopyRequest, copyStore } from '../../store/copy-store.ts'
import { addOptions, readOptions, storePlace } from '../command-options.ts'
import { type CliContext, readNamedFile, UsageError } from '../context.ts'
import { printResult } from '../text-output.ts'
import { storeProblem } from './store.ts'

const rowsBetweenLines = 20_000

function registerStoreCopy(store: Command, context: CliContext): void {
  const command = store
    .command('copy')
    .description(
      'Copy everything from a SQLite store into an empty PostgreSQL, row by row verified, while no service runs.',
    )
    .option('--to <url>', 'The copy: the address of an empty PostgreSQL database.')
    .option('--to-file <file>', 'File with that address, which may hold a password.')
  addOptions(command, ['data', 'json']).action(async () => {
    const values = readOptions(command, context.env)
    const dataDirectory = values.data as string
    const databaseUrl = readTarget(command.opts())
    storePlace({ databaseUrl })
    const isJson = values.json ?? false
    const onRows = isJson ? () => {} : progressReporter(context)
    const tables = await copyStore({ dataDirectory, databaseUrl, onRows }).catch((error) => {
      throw storeProblem(error, { databaseUrl }) ?? error
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

function readTarget({ to, toFile }: { to?: string; toFile?: string }): string {
  if ((to === undefined) === (toFile === undefined)) {
    throw new UsageError('Give the address of the copy by --to, or in a file by --to-file.')
  }
  const text =
    to ??
    readNamedFile(toFile as string, '--to-file')
      .toString()
      .trim()
  if (/^postgres(?:ql)?:\/\//.test(text)) return text
  // The error never quotes the address: it may hold a password.
  throw new UsageError(
    `--to${to === undefined ? '-file' : ''}: use postgres://user@host:port/database.`,
  )
}

function progressReporter({ stderr }: CliContext): CopyRequest['onRows'] {
  let reportedRows = 0
  return (table, rows, isWhole) => {
    if (!isWhole && rows < reportedRows + rowsBetweenLines) return
    reportedRows = isWhole ? 0 : rows
    if (rows > 0) stderr.line(`  ${table}  ${rows} rows${isWhole ? '' : ' so far'}`)
  }
}

export function registerStore(program: Command, context: CliContext): void {
  const store = program.command('store').description('Copy the store.')
  registerStoreCopy(store, context)
}
