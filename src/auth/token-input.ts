/** Checks what a new API token or host token is asked for with. @module */
import { RequestError } from '../errors.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxLifetimeMs = 365 * dayMs

/**
 * Check name and lifetime.
 * @param input What was asked for.
 * @throws {RequestError} `bad-request` naming the field and its limit.
 */
export function checkTokenInput(input: { name: string; lifetimeMs: number }): void {
  if (!/^[A-Za-z0-9_-]{3,50}$/.test(input.name)) {
    throw new RequestError(
      'bad-request',
      'name must be 3 to 50 characters of A-Z, a-z, 0-9, _ and -. Choose such a name.',
      { field: 'name' },
    )
  }
  const { lifetimeMs } = input
  if (!Number.isFinite(lifetimeMs) || lifetimeMs <= 0 || lifetimeMs > maxLifetimeMs) {
    throw new RequestError(
      'bad-request',
      'The lifetime must be more than 0 and at most 365 days. Give a duration such as 30d.',
      { field: 'lifetimeMs' },
    )
  }
}

/**
 * Make the refusal of a name that is taken.
 * @param kind What is named.
 * @param name The name.
 */
export function nameTaken(kind: string, name: string): RequestError {
  return new RequestError(
    'already-exists',
    `There is already ${kind} named ${name}. Choose another name, or delete that one first.`,
    { field: 'name' },
  )
}

/**
 * Make the refusal of an owner.
 * @param owner The name as given.
 */
export function ownerNotFound(owner: string): RequestError {
  const shown = owner.length > 100 ? `${owner.slice(0, 100)}…` : owner
  return new RequestError(
    'not-found',
    `There is no enabled user named ${shown}. Give the owner's name as "markport user list" shows it.`,
    { field: 'owner' },
  )
}

/**
 * Read an id as it stands in an address or a command.
 * @param id Decimal digits.
 * @returns The number, or one that no row has.
 */
export function toTokenId(id: string): number {
  return /^[0-9]{1,15}$/.test(id) ? Number(id) : -1
}
