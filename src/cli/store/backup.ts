/** `markport backup`, `verify` and `store`: copies of a whole store, and whether a copy is one. @module */
import { access, constants } from 'node:fs/promises'
import type { Command } from 'commander'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import { checkSeal } from '../../store/backup/backup.ts'
import type { BackupContents } from '../../store/backup/contents.ts'
import { MissingProgramError, type PostgresPrograms } from '../../store/backup/postgres-dump.ts'
import { type CopyRequest, copyStore } from '../../store/copy-store.ts'
import { StoreError } from '../../store/database.ts'
import { dialects } from '../../store/dialects.ts'
import { compareSchema } from '../../store/migrate.ts'
import { lookIntoDatabase } from '../../store/open-database.ts'
import { lookIntoSqlite } from '../../store/sqlite/sqlite.ts'
import { checkVersions } from '../../wiki/store/pack-versions.ts'
import { addOptions, readOptions, storeOptions, storePlace } from '../command-options.ts'
import {
  type CliContext,
  CommandError,
  readSecretFile,
  stopSignal,
  UsageError,
  unreadable,
} from '../context.ts'
import { printResult } from '../text-output.ts'
import { storeProblem } from './store.ts'

const verifyOptions: readonly OptionName[] = ['pgBin', ...storeOptions]

export function registerBackup(program: Command, context: CliContext): void {
  const backup = program
    .command('backup')
    .description('Write a complete, verified copy of the store to a file, while it serves.')
    .argument('<file>', 'The copy.')
    .option('--overwrite', 'Replace a file that is there.')
  addOptions(backup, ['pgBin', ...storeOptions]).action(async (file: string) => {
    const values = readOptions(backup, context.env)
    const { overwrite = false } = backup.opts() as { overwrite?: boolean }
    const signal = stopSignal(context)
    const { backupStore } = await import('../../store/backup/backup.ts')
    const { bytes, ...contents } = await backupStore({
      store: storePlace(values),
      file,
      mayOverwrite: overwrite,
      programs: { ...programsOf(values, context), signal },
    })
    const { engine, signingKeys: _, ...counts } = contents
    printResult(context, values.json ?? false, { file, engine, bytes, ...counts }, () => [
      `Copied the store to ${file}: ${bytes} bytes.`,
      ...inWords(contents),
    ])
  })
  for (const parent of [program, backup]) {
    const verify = parent
      .command('verify')
      .description(
        'Read a backup, or all old versions of the store, and say whether it is complete.',
      )
      .argument('[file]', 'The backup; without it, the store is read.')
    addOptions(verify, verifyOptions).action(async (file?: string) => {
      const values = readOptions(verify, context.env)
      if (file === undefined) await verifyStore(values, context)
      else await verifyFile(file, values, context)
    })
  }
}

async function verifyFile(file: string, values: OptionValues, context: CliContext): Promise<void> {
  const isJson = values.json ?? false
  const { readBackup } = await import('../../store/backup/backup.ts')
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error)
  })
  try {
    const contents = await readBackup(file, programsOf(values, context))
    const { engine, ...counts } = contents
    if (engine === 'sqlite') await checkCopy(file)
    printResult(context, isJson, { file, engine, ok: true, ...counts }, () => [
      `${file} is a whole backup.`,
      ...inWords(contents),
      ...(engine === 'sqlite'
        ? []
        : ['Whether its old versions can be read, markport verify says of the restored store.']),
    ])
  } catch (error) {
    if (!(error instanceof StoreError) || error instanceof MissingProgramError) throw error
    const problem = error.message
    if (isJson) context.stdout.json({ file, ok: false, problem })
    throw new CommandError(`${file} is damaged: ${problem}.`)
  }
}

/** Read the old versions in a SQLite backup, and compare its checksum. */
async function checkCopy(file: string): Promise<void> {
  const copy = lookIntoSqlite(file)
  try {
    const { damaged } = await checkVersions(copy)
    if (damaged.length > 0) throw new StoreError(`it is damaged: ${damaged.join('; ')}`)
  } finally {
    await copy.close()
  }
  // Check the seal last, because the other checks say what is damaged.
  checkSeal(file)
}

async function verifyStore(values: OptionValues, context: CliContext): Promise<void> {
  const isJson = values.json ?? false
  const place = storePlace(values)
  const store = await lookIntoDatabase(place).catch((error: unknown) => {
    throw storeProblem(error, place) ?? error
  })
  if (store === undefined) throw new CommandError(`There is no store in ${values.data}.`)
  try {
    const { versions, damaged } = await checkVersions(store)
    if (damaged.length === 0) {
      printResult(context, isJson, { ok: true, versions }, () => [
        `All old versions of the store can be read: ${versions}.`,
      ])
      return
    }
    const problem = `old versions are damaged: ${damaged.join('; ')}`
    if (isJson) context.stdout.json({ ok: false, problem })
    throw new CommandError(`The store is not whole: ${problem}. A backup may have them.`)
  } finally {
    await store.close()
  }
}

function programsOf({ pgBin }: OptionValues, { env }: CliContext): PostgresPrograms {
  return { folder: pgBin, env }
}

function inWords(contents: BackupContents): string[] {
  const { engine, schema, spaces, pages, versions, users, tokens, signingKeys } = contents
  const { pending, isNewer } = compareSchema(engine, schema)
  const age = isNewer
    ? 'of a newer Markport'
    : pending.length > 0
      ? 'of an older Markport; the next start brings it up to date'
      : 'of this Markport'
  return [
    `  engine    ${dialects[engine].title}`,
    `  schema    ${schema}, ${age}`,
    `  spaces    ${spaces}`,
    `  pages     ${pages} in ${versions} versions`,
    `  users     ${users}`,
    `  tokens    ${tokens}`,
    ...(signingKeys > 0
      ? [`It holds ${signingKeys} signing keys in clear: keep it as safe as the store.`]
      : []),
  ]
}

const rowsBetweenLines = 20_000

export function registerStore(program: Command, context: CliContext): void {
  const command = program
    .command('store')
    .description('Copy the store.')
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
  const text = to ?? readSecretFile(toFile as string, '--to-file')
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
