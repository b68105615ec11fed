/**
 * Reads the target and credentials of an import. No file of the imported folder says where the
 * token goes, or where it is read from.
 * @module
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { isRecord, parseJson } from '../../contract/base/parse-json.ts'
import type { ValueKind } from '../../contract/options/option-rows.ts'
import { fileOptions, type OptionName, optionTable } from '../../contract/options/option-table.ts'
import { guardedFiles, RefusedFileError } from '../../folder/files/guarded-files.ts'
import { findRepository, selectPaths } from '../../folder/files/select-paths.ts'
import { generatorNames } from '../../folder/site/find-site.ts'
import { type OptionTexts, readOptions } from '../command-options.ts'
import { type CliContext, readSecret, UsageError } from '../context.ts'

/** @throws {UsageError} When the options are invalid. */
export function readImportTarget(
  command: Command,
  { env }: CliContext,
  { base, config }: { readonly base: string; readonly config: string | undefined },
) {
  const { file, isNamed, texts } = readImportConfig(base, config)
  const values = readOptions(command, env, texts)
  const isFlag = (name: OptionName): boolean => command.getOptionValueSource(name) === 'cli'
  const isOfUser = (name: OptionName): boolean =>
    isNamed || isFlag(name) || Boolean(env[optionTable[name].env])
  const readToken = (): string => {
    const isFileFirst = isFlag('tokenFile')
    const isFileRead = isFileFirst || !env.MARKPORT_TOKEN
    // Reading a file that only the imported folder names could send any file as a token.
    if (isFileRead && values.tokenFile !== undefined && !isOfUser('tokenFile')) {
      throw new UsageError(
        'markport.json beside the files does not say where tokens are read from. Give --token-file or its variable, or the file as --config.',
      )
    }
    // The token is never a flag, because other users could see it.
    const [variable, path] = [env.MARKPORT_TOKEN, values.tokenFile]
    const token = readSecret({ variable, file: path, isFileFirst, flag: '--token-file' })
    if (!token) {
      throw new UsageError(
        'There is no token. Set MARKPORT_TOKEN or give --token-file; `markport token create` makes one.',
      )
    }
    // Headers allow no other characters. The error never quotes the text: it may be a real token.
    if (/[^\x21-\x7e]/.test(token)) {
      throw new UsageError('The token has spaces or other characters inside. Copy it again, whole.')
    }
    return token
  }
  return {
    values,
    /**
     * Read where to import, with the token.
     * @throws {UsageError} When one is missing, or only a file of the imported folder names the
     * endpoint.
     */
    readPlace<Name extends 'endpoint' | 'space' | 'parent'>(
      names: readonly Name[],
    ): Readonly<Record<Name | 'token', string>> {
      const missing = names.filter((name) => values[name] === undefined)
      if (missing.length > 0) {
        throw new UsageError(
          `${missing.map((name) => `--${name}`).join(' and ')} must be given, as flag, as variable or in markport.json.`,
        )
      }
      const token = readToken()
      if (isOfUser('endpoint')) return { ...(values as Record<Name, string>), token }
      throw new UsageError(
        `${file} is part of what is imported, and does not decide where your token goes. If ${values.endpoint} is right, give it as --endpoint or MARKPORT_ENDPOINT, or the file as --config.`,
      )
    },
  }
}

const configName = 'markport.json'

/** @throws {UsageError} When a named file is missing, or the content is invalid. */
function readImportConfig(base: string, file: string | undefined) {
  const configFile = file === undefined ? join(base, configName) : resolve(file)
  // A file that the user names is trusted.
  const isNamed = file !== undefined
  if (!isNamed && !existsSync(configFile))
    return { file: configFile, isNamed, texts: {} as OptionTexts }
  const texts: Partial<Record<OptionName, { source: string; text: string }>> = {}
  for (const [name, value] of Object.entries(parseConfig(configFile, isNamed))) {
    if (name === '$schema' || name === 'exportedFrom') continue
    const option = fileOptions.get(name)
    if (option === undefined) {
      throw new UsageError(
        `${configFile}: ${JSON.stringify(name)} is not known; use ${[...fileOptions.keys()].join(', ')}.`,
      )
    }
    const { name: typeName, toText } = jsonTypes[option.json.type]
    const text = toText(value)
    if (text === false) throw new UsageError(`${configFile}: ${name} must be ${typeName}.`)
    const path = option.isPath ? resolve(dirname(configFile), text) : text
    texts[option.name] = { source: `${configFile}: ${name}`, text: path }
  }
  return { file: configFile, isNamed, texts }
}

function parseConfig(file: string, isNamed: boolean): object {
  let text: string
  try {
    // A named file may be a pipe; a file beside the imported ones is read with the guard.
    text = isNamed ? readFileSync(file, 'utf8') : readBeside(file)
  } catch (error) {
    throw new UsageError(`--config: ${(error as Error).message}.`)
  }
  try {
    const value = parseJson(text)
    if (isRecord(value)) return value
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}.`)
  }
  throw new UsageError(`${file} must be a JSON object.`)
}

/** Errors quote the file's content, so a symlink must not lead to private files. */
function readBeside(file: string): string {
  const realFile = join(realpathSync.native(dirname(file)), basename(file))
  const top = findRepository(dirname(realFile))
  const files = guardedFiles({ top, named: [realFile], allowIgnored: [], generatorNames })
  try {
    return files.readSettings(realFile)
  } catch (error) {
    throw error instanceof RefusedFileError ? new Error(`${file}: ${error.message}`) : error
  }
}

type JsonType = ValueKind<unknown>['json']['type']

/** What a member of the file must be, and its text as a flag would have it. */
const jsonTypes: Readonly<
  Record<JsonType, { readonly name: string; toText(value: unknown): string | false }>
> = {
  string: { name: 'a string', toText: (value) => typeof value === 'string' && value },
  array: {
    name: 'an array of strings',
    toText: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string') && value.join(','),
  },
  boolean: {
    name: 'true or false',
    toText: (value) => typeof value === 'boolean' && String(value),
  },
  integer: {
    name: 'a whole number',
    toText: (value) => Number.isInteger(value) && String(value),
  },
}

/** @throws {UsageError} For a missing path. */
export function readPaths(names: readonly string[]) {
  const missing = names.find((name) => !existsSync(name))
  if (missing !== undefined) throw new UsageError(`There is no file or folder ${missing}.`)
  const paths = names.map((name) => resolve(name))
  return { paths, workingFolder: resolve(), base: selectPaths(paths).base }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Leaves a person time to replace the token. */
const soonMs = 7 * dayMs

export function isEndingSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= soonMs
}

export function tokenEndLine(expiresAt: Date, now: Date): string {
  return `The token expires on ${wordTokenEnd(expiresAt, now)}.`
}

/** Word a date as `2026-12-01, in 24 days`; in the last two days with the time. */
export function wordTokenEnd(expiresAt: Date, now: Date): string {
  const [day = '', time = ''] = expiresAt.toISOString().split('T')
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs >= 2 * dayMs) return `${day}, in ${Math.round(leftMs / dayMs)} days`
  const hours = Math.floor(leftMs / hourMs)
  const wording = hours < 1 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`
  return `${day} at ${time.slice(0, 5)} UTC, in ${wording}`
}
