/** API tokens, which imports need. @module */
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import type { Actor } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type ApiTokenHolder, apiTokenCheck, licenseProblem } from './authenticate-api-token.ts'
import {
  type CreateToken,
  type RenewToken,
  type TokenScope,
  type TokenText,
  tokenMaker,
} from './make-tokens.ts'
import { rotateSigningKey, signingKeys } from './signing-keys.ts'
import { lastUseRecorder } from './tokens.ts'

export interface NewApiTokenText extends TokenText {
  readonly warning?: string
}

export interface ApiTokens {
  /** @throws {RequestError} `unauthorized`, `forbidden` or `license-expired`. */
  authenticate(authorization: readonly string[]): Promise<ApiTokenHolder>
  /** Never rejects. */
  touch(apiTokenId: string): Promise<void>
  /** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
  create(input: CreateToken & TokenScope): Promise<NewApiTokenText>
  /** The old text is refused at once. Throws `bad-request` or `not-found`. */
  renew(input: RenewToken): Promise<NewApiTokenText>
  rotateSigningKey(rotatedBy: Actor): Promise<string>
}

export function apiTokens(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  options: { maxLiveTokens?: number } = {},
): ApiTokens {
  const maker = tokenMaker(database, ids, clock, options.maxLiveTokens)
  const withWarning = (token: TokenText): NewApiTokenText => {
    const { license } = token
    const problem = license === null ? undefined : licenseProblem(license, license, clock())
    return problem === undefined
      ? token
      : { ...token, warning: `It will answer 402 for now. ${problem}` }
  }
  return {
    authenticate: apiTokenCheck(database, signingKeys(database, clock), clock),
    touch: lastUseRecorder(database, clock),
    create: async (input) => withWarning(await maker.create('api', input)),
    renew: async (input) => withWarning(await maker.renew(input)),
    rotateSigningKey: (rotatedBy) => rotateSigningKey(database, ids, clock, rotatedBy),
  }
}
