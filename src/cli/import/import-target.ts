/**
 * Reads the target and credentials of an import. The imported folder may name the service, which
 * the user must confirm, but never the file of a token.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { makeFolder } from '../../contract/base/make-folder.ts'
import { parseJson } from '../../contract/base/parse-json.ts'
import type { ValueKind } from '../../contract/options/option-rows.ts'
import {
  fileOptions,
  type OptionName,
  type OptionValues,
  optionTable,
} from '../../contract/options/option-table.ts'
import { decodeMarkdown } from '../../folder/documents/read-markdown.ts'
import { diskFiles } from '../../folder/files/disk-files.ts'
import { RefusedFileError } from '../../folder/files/guarded-files.ts'
import { findRepository, selectPaths } from '../../folder/files/select-paths.ts'
import { markdownEnding } from '../../folder/files/tree-paths.ts'
import type { StandardInput } from '../../folder/folder-options.ts'
import { generatorNames } from '../../folder/site/find-site.ts'
import { ask } from '../ask.ts'
import { type OptionTexts, readOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'

interface ImportTarget {
  readonly values: OptionValues
  tokenFile(): TokenFile
  /** @throws {UsageError} When only a file of the imported folder names the endpoint. */
  confirm(isJson: boolean): Promise<void>
}

/** @throws {UsageError} When the options are invalid. */
export function readImportTarget(
  command: Command,
  context: CliContext,
  { base, config }: { readonly base: string; readonly config: string | undefined },
): ImportTarget {
  const { file, isNamed, texts } = readImportConfig(base, config)
  const values = readOptions(command, context.env, texts)
  const isFlag = (name: 'tokenFile' | 'endpoint'): boolean =>
    command.getOptionValueSource(name) === 'cli'
  const isOfUser = (name: 'tokenFile' | 'endpoint'): boolean =>
    isNamed || isFlag(name) || Boolean(context.env[optionTable[name].env])
  return {
    values,
    tokenFile: () => ({
      path: values.tokenFile,
      isFlag: isFlag('tokenFile'),
      isNamed: isOfUser('tokenFile'),
    }),
    async confirm(isJson) {
      const { endpoint } = values
      if (endpoint !== undefined && !isOfUser('endpoint')) {
        await confirmEndpoint({ endpoint, file }, context, isJson)
      }
    },
  }
}

interface NamedEndpoint {
  readonly endpoint: string
  readonly file: string
}

/** Ask once whether tokens may go to an endpoint, and remember the answer. */
async function confirmEndpoint(
  { endpoint, file }: NamedEndpoint,
  context: CliContext,
  isJson: boolean,
): Promise<void> {
  const store = placeOf(context.env)
  const folder = dirname(file)
  const confirmations = store === undefined ? [] : readConfirmed(store)
  if (confirmations.some((entry) => entry.endpoint === endpoint && entry.folder === folder)) return
  const confirmTarget = ask(context, isJson, 'Send your token there?')
  if (confirmTarget !== undefined) context.stderr.line(`${file} names the service ${endpoint}.`)
  if (!(await confirmTarget?.())) {
    throw new UsageError(
      `${file} is part of what is imported, and does not decide where your token goes. If ${endpoint} is right, give it as --endpoint or MARKPORT_ENDPOINT, or the file as --config.`,
    )
  }
  if (store !== undefined) writeConfirmed(store, [...confirmations, { folder, endpoint }])
}

interface ConfirmedEndpoint {
  readonly folder: string
  readonly endpoint: string
}

function placeOf({ XDG_CONFIG_HOME, APPDATA, HOME }: CliContext['env']): string | undefined {
  const folders = [XDG_CONFIG_HOME, APPDATA, HOME && join(HOME, '.config')]
  const folder = folders.find((path) => path && isAbsolute(path))
  return folder && join(folder, 'markport', 'endpoints.json')
}

/** An unreadable file confirms nothing. */
function readConfirmed(file: string): readonly ConfirmedEndpoint[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(entries) ? entries.map((entry) => Object(entry) as ConfirmedEndpoint) : []
  } catch {
    return []
  }
}

function writeConfirmed(file: string, endpoints: readonly ConfirmedEndpoint[]): void {
  makeFolder(dirname(file), 0o700)
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, `${JSON.stringify(endpoints, null, 1)}\n`, { flag: 'wx', mode: 0o600 })
  renameSync(temporary, file)
}

const configName = 'markport.json'

interface ImportConfig {
  readonly file: string
  /** Whether the user named the file, so that it is trusted. */
  readonly isNamed: boolean
  readonly texts: OptionTexts
}

/** @throws {UsageError} When a named file is missing, or the content is invalid. */
function readImportConfig(base: string, file: string | undefined): ImportConfig {
  const configFile = file === undefined ? join(base, configName) : resolve(file)
  const isNamed = file !== undefined
  if (!isNamed && !existsSync(configFile)) return { file: configFile, isNamed, texts: {} }
  const texts: Partial<Record<OptionName, { source: string; text: string }>> = {}
  for (const [name, value] of Object.entries(parseConfig(configFile, isNamed))) {
    if (name === '$schema' || name === 'exportedFrom') continue
    const option = fileOptions.get(name)
    if (option === undefined) {
      throw new UsageError(
        `${configFile}: ${JSON.stringify(name)} is not known; use ${[...fileOptions.keys()].join(', ')}.`,
      )
    }
    const text = toText(option, value, dirname(configFile))
    if (text === undefined) {
      throw new UsageError(`${configFile}: ${name} must be ${typeName(option)}.`)
    }
    texts[option.name] = { source: `${configFile}: ${name}`, text }
  }
  return { file: configFile, isNamed, texts }
}

function typeName({ json, isPath }: ValueKind<unknown>): string {
  switch (json.type) {
    case 'string':
      return isPath ? 'a string, a path from the folder of this file' : 'a string'
    case 'array':
      return 'an array of strings'
    case 'boolean':
      return 'true or false'
    case 'integer':
      return 'a whole number'
  }
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
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}.`)
  }
  throw new UsageError(`${file} must be a JSON object.`)
}

/** Errors quote the file's content, so a symlink must not lead to private files. */
function readBeside(file: string): string {
  const realFile = join(realpathSync.native(dirname(file)), basename(file))
  const top = findRepository(dirname(realFile))
  const files = diskFiles({ top, named: [realFile], allowIgnored: [], generatorNames })
  try {
    return files.readSettings(realFile)
  } catch (error) {
    throw error instanceof RefusedFileError ? new Error(`${file}: ${error.message}`) : error
  }
}

function toText({ json, isPath }: ValueKind<unknown>, value: unknown, base: string) {
  switch (json.type) {
    case 'string':
      if (typeof value !== 'string') return undefined
      return isPath ? resolve(base, value) : value
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? value.join(',')
        : undefined
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined
    case 'integer':
      return Number.isInteger(value) ? String(value) : undefined
  }
}

interface ImportSources {
  readonly paths: readonly string[]
  readonly input?: StandardInput
  readonly workingFolder: string
  readonly base: string
}

/** @throws {UsageError} For a missing path, or a title without standard input. */
export async function readPaths(
  patterns: readonly string[],
  title: string | undefined,
  { stdin }: CliContext,
): Promise<ImportSources> {
  const workingFolder = resolve()
  if (patterns.includes('-')) {
    if (patterns.length > 1) throw new UsageError('- stands alone: it is one page.')
    const input = { title, markdown: await readInput(stdin) }
    return { paths: [], input, workingFolder, base: workingFolder }
  }
  if (title !== undefined) {
    throw new UsageError('--title goes with -; files have their titles inside.')
  }
  const paths = (await Promise.all(patterns.map(expand))).flat()
  return { paths, workingFolder, base: selectPaths(paths).base }
}

async function expand(pattern: string): Promise<string[]> {
  const path = resolve(pattern)
  if (existsSync(path)) return [path]
  if (!/[*?[{]/.test(pattern)) throw new UsageError(`There is no file or folder ${pattern}.`)
  const files: string[] = []
  for await (const match of glob(pattern, { exclude: ['**/node_modules/**'] })) {
    if (markdownEnding.test(match)) files.push(resolve(match))
  }
  if (files.length === 0) throw new UsageError(`No Markdown file matches ${pattern}.`)
  return files.sort()
}

async function readInput(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  try {
    return decodeMarkdown(Buffer.concat(chunks))
  } catch (error) {
    throw new CommandError(`standard input: ${(error as Error).message}`, { cause: error })
  }
}

type Environment = Readonly<Record<string, string | undefined>>

interface TokenFile {
  readonly path: string | undefined
  /** Whether a flag named the file, so that it overrides the variable. */
  readonly isFlag: boolean
  /** False where only the imported folder named it: reading it would send any file as a token. */
  readonly isNamed: boolean
}

/** Read the API token, which is never a flag, because other users could see it. */
export function readImportToken(file: TokenFile, env: Environment): string {
  const variable = file.isFlag ? undefined : env.MARKPORT_TOKEN
  const token = readToken(file, variable)
  if (!token) {
    throw new UsageError(
      'There is no token. Set MARKPORT_TOKEN or give --token-file; `markport token create` makes one.',
    )
  }
  return token
}

/** The variable wins; an empty variable counts as unset. */
function readToken(file: TokenFile, variable: string | undefined): string | undefined {
  const token = (variable || readTokenFile(file))?.trim()
  // Headers allow no other characters. The error never quotes the text: it may be a real token.
  if (token !== undefined && /[^\x21-\x7e]/.test(token)) {
    throw new UsageError('The token has spaces or other characters inside. Copy it again, whole.')
  }
  return token
}

function readTokenFile({ path, isNamed }: TokenFile): string | undefined {
  if (path === undefined) return undefined
  if (!isNamed) {
    throw new UsageError(
      'markport.json beside the files does not say where tokens are read from. Give --token-file or its variable, or the file as --config.',
    )
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--token-file: ${(error as Error).message}.`)
  }
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
