/** Reads the keys that secrets in the store are encrypted with. @module */
import type { OptionValues } from '../../config/config.ts'
import {
  parseSecretKey,
  type SecretKey,
  type SecretKeys,
} from '../../database/secrets/sealed-text.ts'
import type { CliContext } from '../context.ts'
import { UsageError } from '../context.ts'
import { readSecret } from '../read-secret.ts'

/**
 * Read the keys, the newest first.
 * @param isFileByFlag Whether a flag named the newest one's file, which then wins over the variable.
 * @throws {UsageError} When one cannot be read, or is none.
 */
export function readSecretKeys(
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
  const old = readSecret({
    variable: undefined,
    file: values.oldSecretKeyFile,
    isFileFirst: true,
    flag: '--old-secret-key-file',
  })
  if (newest === undefined) {
    if (old === undefined) return []
    throw new UsageError(
      '--old-secret-key-file goes with --secret-key-file: give the new key, too.',
    )
  }
  const keys = [toKey(newest, '--secret-key-file or MARKPORT_SECRET_KEY')]
  return old === undefined ? keys : [...keys, toKey(old, '--old-secret-key-file')]
}

/** The text is not repeated: it may be a key with a slip in it. */
function toKey(text: string, source: string): SecretKey {
  const key = parseSecretKey(text)
  if (key !== undefined) return key
  throw new UsageError(
    `${source}: a key is 64 hexadecimal digits, as "openssl rand -hex 32" prints them.`,
  )
}
