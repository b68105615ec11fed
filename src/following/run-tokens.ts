/** Tokens of runs under way: the imports of a run write as the administrator who added it. @module */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../auth/clock.ts'
import { getLicense, letsImport } from '../auth/license.ts'
import type { ApiTokens } from '../auth/tokens/api-tokens.ts'
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import { RequestError } from '../contract/errors.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type TokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

export interface RunTokens extends TokenCheck {
  /**
   * Make a token that imports into one space until it is closed.
   * @throws {RequestError} When the user may not import.
   */
  begin(repositoryId: number, userId: number, spaceId: number): Promise<RunToken>
}

interface RunToken {
  readonly text: string
  close(): void
}

/** Longer than any run takes; it only tells clients when to renew. */
const lifetimeMs = 24 * 60 * 60_000

/** @param tokens Checks all other tokens. */
export function runTokens(database: Database, clock: Clock, tokens: TokenCheck): RunTokens {
  const holders = new Map<string, () => Promise<ApiTokenHolder>>()
  return {
    async begin(repositoryId, userId, spaceId) {
      const find = async (): Promise<ApiTokenHolder> => ({
        ...(await findAdministrator(database, clock, userId)),
        // Ids are unique in the store, so this one is no token's.
        apiTokenId: String(repositoryId),
        tokenName: `follow-${repositoryId}`,
        expiresAt: new Date(clock().getTime() + lifetimeMs),
        spaceIds: [spaceId],
        sources: undefined,
        isCreateOnly: false,
        isPreviewOnly: false,
      })
      await find()
      const text = `run_${randomBytes(32).toString('base64url')}`
      holders.set(`Bearer ${text}`, find)
      return { text, close: () => void holders.delete(`Bearer ${text}`) }
    },
    authenticate(authorization) {
      const find = authorization.length === 1 && holders.get(authorization[0] as string)
      return find ? find() : tokens.authenticate(authorization)
    },
    touch: tokens.touch,
  }
}

/** Asked for at each request, so that a right that is lost is lost from the next page on. */
async function findAdministrator(
  database: Database,
  clock: Clock,
  userId: number,
): Promise<Pick<ApiTokenHolder, 'userId' | 'userName' | 'isAdministrator'>> {
  const [user] = await database.read<{ name: string; disabled_at: number | null }>(sql`
    select name, disabled_at from users where id = ${userId} and is_administrator = 1`)
  if (user === undefined || user.disabled_at !== null) {
    throw new RequestError(
      'forbidden',
      'Whoever added this repository is no administrator any more: remove it, and let one add it again.',
    )
  }
  const license = await getLicense(database)
  const hasEnded = license.trialEnds !== null && license.trialEnds <= clock()
  if (!letsImport(license) || hasEnded) {
    throw new RequestError('license-expired', 'The license is not active: nothing is imported.')
  }
  return { userId, userName: user.name, isAdministrator: true }
}
