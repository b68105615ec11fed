/** API tokens, which imports need. @module */
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { AuditedStore } from '../audit.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { parseJwt, verifyJwt } from './jwt.ts'
import { type CreateToken, createToken, type TokenText } from './make-tokens.ts'
import { signingKeys } from './signing-keys.ts'
import { licenseProblem, refusalOfStored } from './token-answer.ts'
import { findPresentedToken, lastUseRecorder, type TokenHolder } from './tokens.ts'

export interface ApiTokenHolder extends TokenHolder {
  readonly apiTokenId: string
  /** The only sources that it imports; undefined for any. */
  readonly sources: readonly string[] | undefined
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
}

export interface NewApiTokenText extends TokenText {
  readonly warning?: string
}

export interface ApiTokens extends ReturnType<typeof apiTokens> {}

export function apiTokens(
  store: AuditedStore,
  { maxLiveTokens }: { readonly maxLiveTokens?: number | undefined } = {},
) {
  const { database, clock } = store
  const keys = signingKeys(database, clock)
  const find = sharedRead((hash) => findPresentedToken(database, 'api', hash))
  return {
    /** @throws {RequestError} `unauthorized`, `forbidden` or `license-expired`, in this order. */
    async authenticate(authorization: readonly string[]): Promise<ApiTokenHolder> {
      const { scheme, value } = parseAuthorization(authorization)
      if (scheme !== 'bearer') {
        throw unauthorized('The import takes an API token: send "Authorization: Bearer <token>".')
      }
      await verifyJwt(parseJwt(value), keys.find, clock())
      const token = await find(credentialHash(value))
      if (token === undefined) {
        throw unauthorized('This API token is not known: it was deleted. Create another.')
      }
      const refusal = refusalOfStored(token, token.presentLicense, clock())
      if (refusal !== undefined) throw refusal
      const { id, holder, sources, isCreateOnly, isPreviewOnly } = token
      return { ...holder, apiTokenId: id, sources, isCreateOnly, isPreviewOnly }
    },
    /** Never rejects. */
    touch: lastUseRecorder(database, clock),
    /** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
    async create(input: CreateToken): Promise<NewApiTokenText> {
      const token = await createToken(store, 'api', input, maxLiveTokens)
      const { license } = token
      const problem = license === null ? undefined : licenseProblem(license, license, clock())
      return problem === undefined
        ? token
        : { ...token, warning: `It will answer 402 for now. ${problem}` }
    },
  }
}

/**
 * Lets simultaneous callers share one read. It starts after all callers of a turn have asked, so no
 * answer is older than its question.
 */
export function sharedRead<Result>(
  read: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const pendingReads = new Map<string, Promise<Result>>()
  const begin = async (key: string): Promise<Result> => {
    await endOfTurn()
    pendingReads.delete(key)
    return read(key)
  }
  return (key) => {
    const reading = pendingReads.get(key) ?? begin(key)
    pendingReads.set(key, reading)
    return reading
  }
}
