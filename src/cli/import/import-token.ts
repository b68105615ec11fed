/** The tokens of an import: never a flag, which other users of the machine could read. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from '../context.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A file that holds a token. */
export interface TokenFile {
  readonly path: string | undefined
  /** A flag named it, so it wins over the variable. */
  readonly isFlag: boolean
  /** The user named it, and not a file of the imported folder: that would send any file as a token. */
  readonly isNamed: boolean
}

/**
 * Read the API token.
 * @param env Has `MARKPORT_TOKEN`.
 * @throws {UsageError} When there is none, or it cannot be one.
 */
export function readImportToken(file: TokenFile, env: Environment): string {
  const variable = file.isFlag ? undefined : env.MARKPORT_TOKEN
  const token = readToken({ name: 'token', flag: '--token-file', file, variable })
  if (!token) {
    throw new UsageError(
      'There is no token. Set MARKPORT_TOKEN or give --token-file; `markport token create` makes one.',
    )
  }
  return token
}

/**
 * Read the host token.
 * @param env Has `MARKPORT_HOST_TOKEN`.
 * @returns `undefined` when none is given.
 * @throws {UsageError} When it cannot be one.
 */
export function readHostToken(file: TokenFile, env: Environment): string | undefined {
  const variable = file.isFlag ? undefined : env.MARKPORT_HOST_TOKEN
  const token = readToken({ name: 'host token', flag: '--host-token-file', file, variable })
  // Left out, it would take the check away without a word.
  if (token === '') throw new UsageError('The host token is empty. Give one, or leave it out.')
  return token
}

/** What the variable says wins; one that is empty is not set. */
function readToken(from: {
  readonly name: string
  readonly flag: string
  readonly file: TokenFile
  readonly variable: string | undefined
}): string | undefined {
  const { name, flag, file, variable } = from
  const text = variable || readTokenFile(flag, file)
  const token = text?.trim()
  // A header carries nothing else. The text is not repeated: it may be most of a real token.
  if (token !== undefined && /[^\x21-\x7e]/.test(token)) {
    throw new UsageError(`The ${name} has spaces or other characters inside. Copy it again, whole.`)
  }
  return token
}

function readTokenFile(flag: string, { path, isNamed }: TokenFile): string | undefined {
  if (path === undefined) return undefined
  if (!isNamed) {
    throw new UsageError(
      `markport.json beside the files does not say where tokens are read from. Give ${flag} or its variable, or the file as --config.`,
    )
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}.`)
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Time enough for a person to make another and hand it to the CI. */
const soonMs = 7 * dayMs

/** Tell whether the end is near enough for a warning. */
export function isEndingSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= soonMs
}

/** Say when a token ends. */
export function tokenEndLine(expiresAt: Date, now: Date): string {
  return `The token ends on ${wordTokenEnd(expiresAt, now)}.`
}

/** Word the end, as `2026-12-01, in 24 days`; in the last two days with the time of the day. */
export function wordTokenEnd(expiresAt: Date, now: Date): string {
  const [day = '', time = ''] = expiresAt.toISOString().split('T')
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs >= 2 * dayMs) return `${day}, in ${Math.round(leftMs / dayMs)} days`
  const hours = Math.floor(leftMs / hourMs)
  const left = hours < 1 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`
  return `${day} at ${time.slice(0, 5)} UTC, in ${left}`
}
