/** The tokens of an import: never a flag, which other users of the machine could read. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from './context.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Read the API token.
 * @param file The file that holds it.
 * @param isFileFirst The file was named by a flag, so it wins over the variable.
 * @param env Has `MARKPORT_TOKEN`.
 * @throws {UsageError} When there is none, or it cannot be one.
 */
export function readImportToken(
  file: string | undefined,
  isFileFirst: boolean,
  env: Environment,
): string {
  const variable = isFileFirst ? undefined : env.MARKPORT_TOKEN
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
 * @param file The file that holds it.
 * @param isFileFirst The file was named by a flag, so it wins over the variable.
 * @param env Has `MARKPORT_HOST_TOKEN`.
 * @returns `undefined` when none is given.
 * @throws {UsageError} When it cannot be one.
 */
export function readHostToken(
  file: string | undefined,
  isFileFirst: boolean,
  env: Environment,
): string | undefined {
  const variable = isFileFirst ? undefined : env.MARKPORT_HOST_TOKEN
  const token = readToken({ name: 'host token', flag: '--host-token-file', file, variable })
  // Left out, it would take the check away without a word.
  if (token === '') throw new UsageError('The host token is empty. Give one, or leave it out.')
  return token
}

/** What the variable says wins; one that is empty is not set. */
function readToken(from: {
  readonly name: string
  readonly flag: string
  readonly file: string | undefined
  readonly variable: string | undefined
}): string | undefined {
  const { name, flag, file, variable } = from
  const text = variable || (file === undefined ? undefined : readTokenFile(flag, file))
  const token = text?.trim()
  // A header carries nothing else. The text is not repeated: it may be most of a real token.
  if (token !== undefined && /[^\x21-\x7e]/.test(token)) {
    throw new UsageError(`The ${name} has spaces or other characters inside. Copy it again, whole.`)
  }
  return token
}

function readTokenFile(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}.`)
  }
}
