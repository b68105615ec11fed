/** The token that opens `/metrics`: never a flag, which other users of the machine could read. @module */
import { UsageError } from './context.ts'
import { readNamedFile } from './named-file.ts'

/**
 * Read the token.
 * @param file The file that holds it.
 * @param isFileFirst The file was named by a flag, so it wins over the variable.
 * @param env Has `MARKPORT_METRICS_TOKEN`.
 * @returns `undefined` when none is given.
 * @throws {UsageError} When it cannot be one.
 */
export function readMetricsToken(
  file: string | undefined,
  isFileFirst: boolean,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const variable = isFileFirst ? undefined : env.MARKPORT_METRICS_TOKEN
  const text = variable || (file && readNamedFile(file, '--metrics-token-file').toString())
  const token = text?.trim()
  // The text is not repeated: it may be most of a real token.
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new UsageError(
      'The token of the metrics must be 16 or more characters without spaces. "openssl rand -hex 32" makes one.',
    )
  }
  return token
}
