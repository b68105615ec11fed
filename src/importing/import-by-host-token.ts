/** The import that everybody makes, on behalf of the owner of a host token: by an agent, or by the wiki's own API. @module */
import type { Via } from '../auth/audit.ts'
import type { HostTokenHolder } from '../auth/tokens/host-tokens.ts'
import type { ImportFieldName } from './contract.ts'
import type { ImportWork } from './import-work.ts'
import { type ImportDependencies, type Imported, runImport } from './run-import.ts'
import { readIfMatch } from './version-condition.ts'

export interface TokenImportDependencies extends ImportDependencies {
  readonly workers: Pick<ImportWork, 'prepareImport'>
  readonly clock: () => Date
}

/** Who imports, and how. */
export interface TokenImport {
  readonly holder: HostTokenHolder
  readonly via: Via
  readonly requestId: string
  /** From where it comes. */
  readonly address: string
  readonly signal: AbortSignal
  /** As the header has it. */
  readonly ifMatch?: string | undefined
  /** Belongs to the token. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Import a page, or tell what importing it would do.
 * @param fields As a request of the operation has them; they are checked as there.
 * @throws {RequestError} What keeps it from being imported.
 */
export function importByHostToken(
  dependencies: TokenImportDependencies,
  fields: Partial<Readonly<Record<ImportFieldName, unknown>>>,
  { holder, ifMatch, idempotencyKey, ...how }: TokenImport,
): Promise<Imported> {
  const { workers, clock } = dependencies
  const { signal } = how
  const body = Buffer.from(JSON.stringify(fields))
  const isHashed = idempotencyKey !== undefined
  return runImport(dependencies, workers.prepareImport(body, { isHashed }, signal), {
    ...how,
    userId: holder.userId,
    spaceIds: holder.spaceIds,
    apiTokenId: holder.hostTokenId,
    tokenName: holder.tokenName,
    isCreateOnly: false,
    startedAt: clock(),
    arrivedAtMs: performance.now(),
    progress: {},
    ifMatch: readIfMatch(ifMatch),
    hasLeft: () => signal.aborted,
    idempotencyOf: ({ requestHash = '' }) =>
      idempotencyKey === undefined
        ? undefined
        : { key: idempotencyKey, requestHash: `${requestHash} ${ifMatch ?? ''}` },
  })
}
