/** Validates the input for new API tokens and host tokens. @module */
import { RequestError } from '../../contract/errors.ts'

/** `api` imports, `host` reads. */
export const tokenKinds = ['api', 'host'] as const

export type TokenKind = (typeof tokenKinds)[number]

const maxDescriptionLength = 200

/** @throws {RequestError} `bad-request` naming the field and its limit. */
export function checkTokenName(name: string): void {
  if (!/^[A-Za-z0-9_-]{3,50}$/.test(name)) {
    throw new RequestError(
      'bad-request',
      'name must be 3 to 50 characters of A-Z, a-z, 0-9, _ and -. Choose such a name.',
      { field: 'name' },
    )
  }
}

/**
 * @returns The normalized description.
 * @throws {RequestError} `bad-request` when it is too long, has several lines, or contains control
 * characters.
 */
export function checkDescription(description: string): string {
  const kept = description.trim().normalize('NFC')
  const hasHidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(kept)
  if (kept.length > maxDescriptionLength || hasHidden) {
    throw new RequestError(
      'bad-request',
      `description must be one line of at most ${maxDescriptionLength} characters, without control characters.`,
      { field: 'description' },
    )
  }
  return kept
}

export function nameTaken(kind: string, name: string): RequestError {
  return new RequestError(
    'already-exists',
    `There is already ${kind} named ${name}. Choose another name, or delete that one first.`,
    { field: 'name' },
  )
}

export function ownerNotFound(owner: string): RequestError {
  const shown = owner.length > 100 ? `${owner.slice(0, 100)}…` : owner
  return new RequestError(
    'not-found',
    `There is no enabled user named ${shown}. Give the owner's name as "markport user list" shows it.`,
    { field: 'owner' },
  )
}

/** The number of an id, or -1, which no row has. */
export function toTokenId(id: string): number {
  return /^[0-9]{1,15}$/.test(id) ? Number(id) : -1
}
