/** The token of an import: never a flag, which other users of the machine could read. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from './context.ts'

/**
 * Read the token.
 * @param tokenFile The file that holds it.
 * @param isFileFirst The file was named by a flag, so it wins over the variable.
 * @param env Has `MARKPORT_TOKEN`.
 * @throws {UsageError} When there is none, or it cannot be one.
 */
export function readImportToken(
  tokenFile: string | undefined,
  isFileFirst: boolean,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const isFile = tokenFile !== undefined && (isFileFirst || !env.MARKPORT_TOKEN)
  const token = (isFile ? readTokenFile(tokenFile) : (env.MARKPORT_TOKEN ?? '')).trim()
  if (token === '') {
    throw new UsageError(
      'There is no token. Set MARKPORT_TOKEN or give --token-file; `markport token create` makes one.',
    )
  }
  // A header carries nothing else. The text is not repeated: it may be most of a real token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError('The token has spaces or other characters inside. Copy it again, whole.')
  }
  return token
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--token-file: ${(error as Error).message}.`)
  }
}
