/** Creates, renews, deletes and authenticates API tokens. @module */
import { randomUUID } from 'node:crypto'
import { bounds } from '../../base/bounds.ts'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { type Actor, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { nameKey } from '../user-name.ts'
import { writeTokenSources } from './allowed-sources.ts'
import { type ApiTokenIssue, insertApiToken, renewApiToken } from './api-token-changes.ts'
import { licenseProblem } from './api-token-license.ts'
import { type ApiTokenHolder, apiTokenCheck } from './authenticate-api-token.ts'
import { lastUseRecorder } from './last-use.ts'
import { type Showing, sealingOf } from './shown-tokens.ts'
import { rotateSigningKey, signingKeys } from './signing-keys.ts'
import { checkDescription, checkTokenName, toTokenId } from './token-input.ts'
import { expiryOf, type Lifetime } from './token-lifetime.ts'
import { findMadeToken, type MadeToken } from './tokens.ts'

export interface NewApiTokenText extends MadeToken {
  readonly token: string
  readonly warning?: string
}

export interface ApiTokens {
  /**
   * @param authorization The values of the `Authorization` header.
   * @throws {RequestError} `unauthorized`, `forbidden` or `license-expired`.
   */
  authenticate(authorization: readonly string[]): Promise<ApiTokenHolder>
  /** Note the use of a token; never rejects. */
  touch(apiTokenId: string): Promise<void>
  /** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
  create(input: CreateApiToken): Promise<NewApiTokenText>
  /**
   * Give a token a new text and expiry; the old text is refused at once.
   * @throws {RequestError} `bad-request` or `not-found`.
   */
  renew(input: RenewApiToken): Promise<NewApiTokenText>
  rotateSigningKey(rotatedBy: Actor): Promise<string>
}

export type CreateApiToken = Lifetime & {
  readonly name: string
  readonly description?: string
  readonly owner: string
  /** Ids or keys of the only spaces; without it, all that its owner may write to. */
  readonly spaces?: readonly string[] | undefined
  /** The names of the only sources; without it, any. */
  readonly sources?: readonly string[] | undefined
  readonly isCreateOnly?: boolean
  readonly isPreviewOnly?: boolean
  readonly createdBy: Actor
  readonly showing?: Showing | undefined
}

export type RenewApiToken = Lifetime & {
  readonly id: string
  /** When the text that is to be replaced was made, to detect a concurrent renewal. */
  readonly createdAt?: Date
  readonly renewedBy: Actor
  readonly showing?: Showing | undefined
}

export function apiTokens(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  options: { maxLiveTokens?: number } = {},
): ApiTokens {
  const keys = signingKeys(database, clock)
  const maxLiveTokens = options.maxLiveTokens ?? bounds.liveApiTokens.most
  const stamp = auditStamps(ids, clock)
  const issue = async (
    id: number,
    input: Lifetime & { showing?: Showing | undefined },
    actor: Actor,
  ): Promise<ApiTokenIssue> => {
    const made = await stamp(actor)
    const issuedAtSeconds = Math.floor(made.atMs / 1000)
    return {
      ...made,
      id,
      jti: randomUUID(),
      issuedAtSeconds,
      expiresAtSeconds: Math.ceil(expiryOf(input, issuedAtSeconds * 1000) / 1000),
      maxLiveTokens,
      secretKeys: database.secretKeys,
      sealing: input.showing === undefined ? null : sealingOf(input.showing, made.atMs),
    }
  }
  const withText = async (id: number, token: string): Promise<NewApiTokenText> => {
    const shown = await findMadeToken(database, id)
    const { license } = shown
    const warning = license === null ? undefined : licenseProblem(license, license, clock())
    return {
      ...shown,
      token,
      ...(warning === undefined ? {} : { warning: `It will answer 402 for now. ${warning}` }),
    }
  }
  return {
    authenticate: apiTokenCheck(database, keys, clock),
    touch: lastUseRecorder(database, clock),
    async create(input) {
      checkTokenName(input.name)
      const id = await ids.nextId()
      const text = await database.write(insertApiToken, {
        ...(await issue(id, input, input.createdBy)),
        name: input.name,
        description: checkDescription(input.description ?? ''),
        ownerKey: nameKey(input.owner),
        spaces: input.spaces ?? null,
        sources: writeTokenSources(input.sources),
        isCreateOnly: input.isCreateOnly ?? false,
        isPreviewOnly: input.isPreviewOnly ?? false,
      })
      return withText(id, text)
    },
    async renew(input) {
      const id = toTokenId(input.id)
      const text = await database.write(renewApiToken, {
        ...(await issue(id, input, input.renewedBy)),
        createdAtMs: input.createdAt?.getTime() ?? null,
      })
      return withText(id, text)
    },
    rotateSigningKey: (rotatedBy) => rotateSigningKey(database, ids, clock, rotatedBy),
  }
}
