/** Shows a new token again to its session; the text is sealed by the session's id. @module */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { credentialHash } from './authorization.ts'

export interface Showing {
  readonly sessionId: string
  /** Identifies the form: submitting it twice makes one token. */
  readonly submission: string
}

export interface ShownToken {
  readonly tokenId: string
  readonly token: string
  readonly until: Date
}

export interface Sealing {
  readonly sessionHash: string
  readonly submission: string
  readonly key: string
  readonly nonce: string
  readonly untilMs: number
}

const shownMs = 10 * 60 * 1000
const algorithm = 'aes-256-gcm'
const tagBytes = 16
const nonceBytes = 12

export function sealingOf({ sessionId, submission }: Showing, nowMs: number): Sealing {
  return {
    sessionHash: credentialHash(sessionId),
    submission,
    key: keyOf(sessionId).toString('base64'),
    nonce: randomBytes(nonceBytes).toString('base64'),
    untilMs: nowMs + shownMs,
  }
}

function keyOf(sessionId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionId, '', 'shown token', 32))
}

export function storeShownToken(
  sealing: Sealing,
  tokenId: number,
  text: string,
  nowMs: number,
): Statement[] {
  const nonce = Buffer.from(sealing.nonce, 'base64')
  const cipher = createCipheriv(algorithm, Buffer.from(sealing.key, 'base64'), nonce)
  const body = [cipher.update(text, 'utf8'), cipher.final()]
  const sealedText = Buffer.concat([nonce, cipher.getAuthTag(), ...body]).toString('base64')
  return [
    deleteShownToken(tokenId, nowMs),
    sql`insert into shown_tokens (session_hash, submission, token_id, sealed, expires_at)
      values (${sealing.sessionHash}, ${sealing.submission}, ${tokenId}, ${sealedText},
        ${sealing.untilMs})`,
  ]
}

export function deleteShownToken(tokenId: number, nowMs: number): Statement {
  return sql`delete from shown_tokens
    where token_id = ${tokenId} or expires_at <= ${nowMs}`
}

/** Undefined when the time or session is over, or the token was deleted or renewed. */
export async function findShownToken(
  database: Database,
  { sessionId, submission }: Showing,
  now: Date,
): Promise<ShownToken | undefined> {
  const [row] = await database.read<{ token_id: number; sealed: string; expires_at: number }>(
    sql`select token_id, sealed, expires_at from shown_tokens
      where session_hash = ${credentialHash(sessionId)} and submission = ${submission}
        and expires_at > ${now.getTime()}`,
  )
  if (row === undefined) return undefined
  const token = unseal(Buffer.from(row.sealed, 'base64'), keyOf(sessionId))
  return { tokenId: String(row.token_id), token, until: new Date(row.expires_at) }
}

function unseal(bytes: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  const start = nonceBytes + tagBytes
  decipher.setAuthTag(bytes.subarray(nonceBytes, start))
  return decipher.update(bytes.subarray(start), undefined, 'utf8') + decipher.final('utf8')
}
