/** Puts rows of the option table on commands, and reads them from flags and environment. @module */
import { type Command, Option } from 'commander'
import { OptionError, type OptionRow, type ValueKind } from '../contract/options/option-rows.ts'
import {
  type OptionName,
  type OptionValues,
  optionTable,
} from '../contract/options/option-table.ts'
import { parseId } from '../store/ids.ts'
import type { DatabaseOptions } from '../store/open-database.ts'
import { parsePostgresAddress } from '../store/postgres/postgres-address.ts'
import { parseSecretKey, type SecretKey, type SecretKeys } from '../store/secrets.ts'
import { type CliContext, readSecret, readSecretFile, UsageError } from './context.ts'

export type OptionTexts = Partial<
  Readonly<Record<OptionName, { readonly source: string; readonly text: string }>>
>

export const storeOptions: readonly OptionName[] = [
  'data',
  'databaseUrl',
  'databaseUrlFile',
  'requireStandby',
  'secretKeyFile',
  'oldSecretKeyFile',
  'json',
]

/** Options by command, because two commands may use a flag with different meanings. */
const rowNames = new WeakMap<Option, OptionName>()

export function addOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) {
    const row = optionTable[name] as OptionRow<unknown>
    const { flag, argument, env, fallback, description } = row
    const defaultText = fallback === undefined ? '' : `, default ${fallback}`
    const flags = argument === undefined ? flag : `${flag} ${argument}`
    const option = new Option(flags, `${description} (${env}${defaultText})`)
    if (row.isRepeatable) {
      option.argParser((text, before?: string) =>
        before === undefined ? text : `${before},${text}`,
      )
    }
    rowNames.set(option, name)
    command.addOption(option)
  }
  return command
}

/**
 * Flags win over variables, variables over the file, and the file over defaults.
 * @throws {UsageError} Naming the option, the value and what is allowed.
 */
export function readOptions(
  command: Command,
  env: Readonly<Record<string, string | undefined>>,
  file: OptionTexts = {},
): OptionValues {
  const flagValues = command.opts() as Record<string, string | boolean | undefined>
  const values: Record<string, unknown> = {}
  for (const option of command.options) {
    const name = rowNames.get(option)
    if (name === undefined) continue
    const row = optionTable[name] as OptionRow<unknown>
    const attribute = option.attributeName()
    // Commander sets `--no-` options to true by default, so ask where the value came from.
    const flag =
      command.getOptionValueSource(attribute) === 'cli' ? flagValues[attribute] : undefined
    const fileText = file[name]
    if (flag !== undefined) values[name] = readValue(row, row.flag, String(flag))
    else if (env[row.env]) values[name] = readValue(row, row.env, env[row.env] as string)
    else if (fileText !== undefined) values[name] = readValue(row, fileText.source, fileText.text)
    else if (row.fallback !== undefined) values[name] = row.parse(row.fallback)
  }
  const isOfStore = command.options.some((option) => rowNames.get(option) === 'secretKeyFile')
  const isFileFlag = command.getOptionValueSource('secretKeyFile') === 'cli'
  const secretKeys = isOfStore ? readSecretKeys(values, env, isFileFlag) : []
  return withOneStore({ ...values, secretKeys }, flagValues)
}

/** A flag overrides the environment, and a file with an address overrides an address there. */
function withOneStore(
  { databaseUrl, databaseUrlFile, ...values }: OptionValues,
  flags: Readonly<Record<string, unknown>>,
): OptionValues {
  const { data, databaseUrl: url, databaseUrlFile: file } = flags
  if ([data, url, file].filter((option) => option !== undefined).length > 1) {
    throw new UsageError(
      '--data, --database-url and --database-url-file each name a store. Give one of them.',
    )
  }
  if (data !== undefined) return values
  if (databaseUrlFile !== undefined && url === undefined) {
    const { flag } = optionTable.databaseUrlFile
    const address = readSecretFile(databaseUrlFile, flag)
    return { ...values, databaseUrl: readValue(optionTable.databaseUrl, flag, address) }
  }
  return databaseUrl === undefined ? values : { ...values, databaseUrl }
}

const privateKinds: readonly unknown[] = [optionTable.databaseUrl, optionTable.sourceUrl]

/**
 * @param source The flag, variable or member of a file that the text comes from.
 * @throws {UsageError} Naming the source, the text and what is allowed.
 */
export function readValue<Value>(kind: ValueKind<Value>, source: string, text: string): Value {
  try {
    return kind.parse(text)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    const got = privateKinds.includes(kind) ? '' : ` got ${JSON.stringify(text.slice(0, 80))}, but`
    throw new UsageError(`${source}:${got} ${error.message}.`)
  }
}

/** @throws {UsageError} Naming the flag. */
export function readNumber(flag: string, text: string): number {
  const number = parseId(text)
  if (number !== undefined) return number
  throw new UsageError(
    `${flag}: got ${JSON.stringify(text.slice(0, 80))}, but use a number from 1.`,
  )
}

/** @throws {UsageError} When the address is invalid, or an option does not apply to it. */
export function storePlace(values: OptionValues): DatabaseOptions {
  const { databaseUrl, requireStandby = false, secretKeys = [] } = values
  if (databaseUrl === undefined) {
    if (requireStandby) throw new UsageError('--require-standby goes with --database-url only.')
    return { dataDirectory: values.data as string, secretKeys }
  }
  assertAddress(databaseUrl)
  return { databaseUrl, requireStandby, secretKeys }
}

function assertAddress(url: string): void {
  try {
    parsePostgresAddress(url)
  } catch (error) {
    throw new UsageError(`--database-url: ${(error as Error).message}.`)
  }
}

/** Read the keys, the newest first. A file named by a flag overrides the variable. */
function readSecretKeys(
  values: Pick<OptionValues, 'secretKeyFile' | 'oldSecretKeyFile'>,
  env: CliContext['env'],
  isFileByFlag: boolean,
): SecretKeys {
  const newest = readSecret({
    variable: env.MARKPORT_SECRET_KEY,
    file: values.secretKeyFile,
    isFileFirst: isFileByFlag,
    flag: '--secret-key-file',
  })
  const { oldSecretKeyFile } = values
  const old = oldSecretKeyFile && readSecretFile(oldSecretKeyFile, '--old-secret-key-file')
  if (newest === undefined) {
    if (old === undefined) return []
    throw new UsageError(
      '--old-secret-key-file goes with --secret-key-file: give the new key, too.',
    )
  }
  const keys = [toKey(newest, '--secret-key-file or MARKPORT_SECRET_KEY')]
  return old === undefined ? keys : [...keys, toKey(old, '--old-secret-key-file')]
}

/** The error never quotes the text: it may be a mistyped key. */
function toKey(text: string, source: string): SecretKey {
  const key = parseSecretKey(text)
  if (key !== undefined) return key
  throw new UsageError(
    `${source}: a key is 64 hexadecimal digits, as "openssl rand -hex 32" prints them.`,
  )
}
