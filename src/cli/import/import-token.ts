/** The token of an import: never a flag, which other users of the machine could read. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from '../context.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface TokenFile {
  readonly path: string | undefined
  /** Whether a flag named it, which overrides the variable. */
  readonly isFlag: boolean
  /** False where only the imported folder named it: reading it would send any file as a token. */
  readonly isNamed: boolean
}

/**
 * Read the API token, which is never a flag, because other users could see it.
 * @throws {UsageError} When it is missing or invalid.
 */
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
  // Headers allow no other characters. The error never quotes the text: it may be most of a real
  // token.
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
  return `The token ends on ${wordTokenEnd(expiresAt, now)}.`
}

/** Word a date as `2026-12-01, in 24 days`; in the last two days with the time. */
export function wordTokenEnd(expiresAt: Date, now: Date): string {
  const [day = '', time = ''] = expiresAt.toISOString().split('T')
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs >= 2 * dayMs) return `${day}, in ${Math.round(leftMs / dayMs)} days`
  const hours = Math.floor(leftMs / hourMs)
  const left = hours < 1 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`
  return `${day} at ${time.slice(0, 5)} UTC, in ${left}`
}
