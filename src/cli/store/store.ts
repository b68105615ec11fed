/** Opens the store for administrative commands, also beside a running service. @module */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { AuditedStore } from '../../accounts/audit.ts'
import { initializeStore, isInitialized } from '../../accounts/initialize-store.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { type User, users } from '../../accounts/users.ts'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../contract/errors.ts'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import { DatabaseRefusedError } from '../../store/database.ts'
import { idAllocator } from '../../store/ids.ts'
import { NoStoreError, type SchemaPolicy } from '../../store/migrate.ts'
import { type DatabaseOptions, openDatabase, storeFileName } from '../../store/open-database.ts'
import { writeHere } from '../../store/sqlite/start-sqlite-writer.ts'
import { isDiskFull } from '../../store/sqlite/store-folder.ts'
import { createSpace } from '../../wiki/store/create-space.ts'
import { addOptions, readOptions, storeOptions, storePlace } from '../command-options.ts'
import { type CliContext, CommandError, confirm, yesFlag } from '../context.ts'
import { printResult, type ResultText } from '../text-output.ts'

export interface StoreAtWork<Flags extends object = object> extends AuditedStore {
  readonly values: OptionValues
  readonly flags: Flags
}

/** The result as JSON and as text. */
type Outcome = readonly [json: unknown, text: ResultText]

type StoreWork<Names extends string[], Flags extends object> = (
  store: StoreAtWork<Flags>,
  ...names: Names
) => Promise<Outcome>

interface CommandExtras<Names extends string[], Flags extends object> {
  /** The words that the last argument may be. */
  readonly choices?: readonly string[]
  /** Rows of the option table, beside those of the store. */
  readonly options?: readonly OptionName[]
  readonly flags?: readonly (Option | readonly [flags: string, description: string])[]
  /** Refuses wrong use before the store is opened. */
  readonly check?: (flags: Flags, names: Names) => void
  /** Asked before what cannot be undone. */
  readonly question?: (names: Names, flags: Flags) => string
}

export const commandLineActor = 'command line'

/** Make a function that adds commands that work on the store, by their names and arguments. */
export function storeCommands(parent: Command, context: CliContext) {
  return <Names extends string[], Flags extends object>(
    usage: string,
    description: string,
    work: StoreWork<Names, Flags>,
    extras: CommandExtras<Names, Flags> = {},
  ): void => {
    const { choices, options = [], flags: flagRows = [], check, question } = extras
    const command = parent.command(usage).description(description)
    if (choices !== undefined) command.registeredArguments.at(-1)?.choices(choices)
    for (const flag of flagRows) {
      command.addOption(flag instanceof Option ? flag : new Option(...flag))
    }
    if (question !== undefined) command.option(...yesFlag)
    addOptions(command, [...options, ...storeOptions]).action(async (...args: unknown[]) => {
      const values = readOptions(command, context.env)
      const names = args.slice(0, command.registeredArguments.length) as Names
      const flags = command.opts<Flags & { yes?: boolean }>()
      const json = values.json ?? false
      check?.(flags, names)
      if (question !== undefined) {
        await confirm(context, { yes: flags.yes ?? false, json }, question(names, flags))
      }
      const place = storePlace(values)
      if ('dataDirectory' in place && !existsSync(join(place.dataDirectory, storeFileName))) {
        throw noStore(values)
      }
      await workOn(context, values, 'made', async (store) => {
        const [result, words] = await work({ ...store, values, flags }, ...names)
        printResult(context, json, result, () => words)
      }).catch((error: unknown) => {
        throw error instanceof NoStoreError ? noStore(values) : error
      })
    })
  }
}

/** Run work on a store, which is created if missing, unless the policy is `made`. */
export async function workOn<Result>(
  context: CliContext,
  values: OptionValues,
  policy: SchemaPolicy,
  work: (store: AuditedStore) => Promise<Result>,
): Promise<Result> {
  const { clock } = context
  const place = storePlace(values)
  const { transactions } = await import('../../transactions.ts')
  const options = { ...place, startWriterThread: writeHere(transactions) }
  const database = await openDatabase(options, policy).catch((error: unknown) => {
    throw storeProblem(error, place) ?? error
  })
  try {
    const ids = idAllocator(database)
    if (policy === 'made' && !(await isInitialized(database))) throw new NoStoreError()
    const store = { database, ids, clock }
    const { isNew } = await initializeStore(store)
    if (isNew) announceNewStore(values, context)
    return await work(store)
  } finally {
    await database.close()
  }
}

/** A command in another folder than the service must not create a second store. */
function noStore(values: OptionValues): CommandError {
  return new CommandError(
    `there is no store ${nameOfPlace(values)}. Name another place with --data or --database-url, or make a store there with "markport serve" or "markport migrate".`,
  )
}

/** A mistyped address also creates a store. Its text is not quoted: it may hold a password. */
export function announceNewStore(values: OptionValues, { stderr }: CliContext): void {
  stderr.line(`Created a new store ${nameOfPlace(values)}.`)
}

function nameOfPlace({ databaseUrl, data }: OptionValues): string {
  return databaseUrl === undefined
    ? `in the folder ${resolve(data as string)}`
    : 'in the PostgreSQL database of --database-url'
}

/** Word a problem of the store; undefined for other errors. */
export function storeProblem(error: unknown, place: DatabaseOptions): CommandError | undefined {
  if (error instanceof DatabaseRefusedError) return new CommandError(error.message)
  if (!isOfTheStore(error)) return undefined
  if (!('databaseUrl' in place) && (isOfFullDisk(error) || isDiskFull(place.dataDirectory))) {
    return new CommandError(
      `the disk that holds the store in ${place.dataDirectory} is full, and nothing in the store is lost. Free 16 MiB or more on it, then start again.`,
      { cause: error },
    )
  }
  const reason = [...new Set([error, error.cause].flatMap(reasons))].join(': ')
  const message =
    'databaseUrl' in place
      ? `the store cannot be opened: ${reason}. Check that PostgreSQL runs, that the address is right and that the user may connect.`
      : `the store in ${place.dataDirectory} cannot be opened: ${reason}. Check the folder and its permissions, or choose another with --data.`
  return new CommandError(message, { cause: error })
}

/** SQLITE_FULL or ENOSPC: https://www.sqlite.org/rescode.html#full */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  return code === 'ENOSPC' || errcode === 13 || isOfFullDisk(error.cause)
}

/** Matches codes of the system and of SQLite, and SQLSTATEs. */
function isOfTheStore(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError) return true
  const { code, errno } = error as NodeJS.ErrnoException
  return typeof errno === 'number' || /^(?:ERR_SQLITE_ERROR|[0-9A-Z]{5})$/.test(String(code))
}

/** With several addresses, each has its own error. */
function reasons(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(reasons)
  return error instanceof Error && error.message !== '' ? [error.message] : []
}

/** By default any administrator, because the first may have another name by now. */
export async function findAdministrator(store: AuditedStore, name?: string): Promise<User> {
  const keeper = users(store, passwords())
  const all = name === undefined ? await keeper.list() : [await keeper.findByName(name)]
  const administrator = all.find((user) => user?.isAdministrator && user.disabledAt === null)
  if (administrator !== undefined) return administrator
  throw new CommandError(
    name === undefined ? 'the store has no administrator.' : `${name} is no administrator.`,
  )
}

export async function createSpaceAsAdministrator(
  store: AuditedStore,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const userId = (await findAdministrator(store)).id
  return createSpace(store, { key, name, userId, createdBy: commandLineActor })
}
