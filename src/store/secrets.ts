/** Encrypts the secrets of a store with AES-256-GCM, bound to their place in it. @module */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Database, query, StoreError, type Transaction } from './database.ts'
import { sql, verbatim } from './sql.ts'

export interface SecretKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** The first key seals, all of them open. Without keys, secrets are stored in clear. */
export type SecretKeys = readonly SecretKey[]

export interface SecretPlace {
  readonly table: SecretTable
  readonly rowId: string | number
}

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D §5.2.1.1; the tag is not truncated. */
const ivBytes = 12
const tagBytes = 16
const sealedText = /^sealed\.1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/

/** @param text 64 hexadecimal digits, as `openssl rand -hex 32` prints them. */
export function parseSecretKey(text: string): SecretKey | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined
  const bytes = new Uint8Array(Buffer.from(text, 'hex'))
  const id = createHash('sha256').update('markport secret key').update(bytes).digest('hex')
  return { id: id.slice(0, 16), bytes }
}

export function sealSecret(keys: SecretKeys, place: SecretPlace, secret: string): string {
  const [key] = keys
  if (key === undefined) return secret
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(addressOf(place))
  const body = Buffer.concat([
    iv,
    cipher.update(secret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return `sealed.1.${key.id}.${body.toString('base64url')}`
}

/** @throws {StoreError} When no key opens it, or it was sealed for another place. */
export function openSecret(keys: SecretKeys, place: SecretPlace, text: string): string {
  const [, keyId, body] = sealedText.exec(text) ?? []
  if (keyId === undefined || body === undefined) return text
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) throw keyMissing(keys)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(addressOf(place)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plaintext = decipher.update(bytes.subarray(ivBytes, -tagBytes))
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8')
  } catch (cause) {
    const message = `A secret of the table ${place.table} was changed, or taken from another place.`
    throw new StoreError(message, { cause })
  }
}

function isSealedByNewest(keys: SecretKeys, text: string): boolean {
  return sealedText.exec(text)?.[1] === keys[0]?.id
}

function addressOf({ table, rowId }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, String(rowId)]))
}

function keyMissing({ length }: SecretKeys): StoreError {
  const reason = length === 0 ? 'no key was given' : 'another key was given'
  return new StoreError(
    `The secrets of this store are encrypted, and ${reason}. Give theirs with --secret-key-file or MARKPORT_SECRET_KEY; after a change of key the one before with --old-secret-key-file.`,
  )
}

/**
 * The tables of readable secrets, with the column that names a row. Such secrets are encrypted when
 * there is a key, and excluded from backups. Secrets that are only compared are stored as hashes
 * instead.
 */
const rowIds = {
  signing_keys: 'id',
  second_factor_secrets: 'user_id',
  webhook_secrets: 'webhook_id',
  repository_secrets: 'repository_id',
} as const

type SecretTable = keyof typeof rowIds

export const secretTables = Object.keys(rowIds) as readonly SecretTable[]

/**
 * Encrypts all secrets with the newest key.
 * @throws {StoreError} When none of the keys opens a secret.
 */
export async function sealStore(database: Database): Promise<void> {
  const { secretKeys: keys } = database
  for (const table of secretTables) {
    const rows = await database.read<{ rowId: string | number; secret: string }>(
      sql`select ${verbatim(rowIds[table])} as "rowId", secret from ${verbatim(table)}`,
    )
    for (const { rowId, secret: before } of rows) {
      if (isSealedByNewest(keys, before)) continue
      const place = { table, rowId }
      const after = sealSecret(keys, place, openSecret(keys, place, before))
      if (after !== before) await database.write(replaceSecret, { ...place, before, after })
    }
  }
}

interface ReplacedSecret extends SecretPlace {
  readonly before: string
  readonly after: string
}

export const replaceSecret: Transaction<ReplacedSecret, void> = function* (input) {
  const { table, rowId, before, after } = input
  yield* query(sql`
    update ${verbatim(table)} set secret = ${after}
    where ${verbatim(rowIds[table])} = ${rowId} and secret = ${before}`)
}
