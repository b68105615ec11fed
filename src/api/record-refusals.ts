/** Writes refused imports into the ledger, beside the ones that succeeded. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Importer, ImportProgress, Ledger } from '../importing/ledger/ledger.ts'
import { runOf } from '../importing/run-of.ts'
import type { ImportScope } from './authenticate.ts'

/** While the store takes no records, it is asked again this often. */
const retryMs = 1_000

/**
 * Record what the later stages refuse. The answer does not wait for it: a refusal changes nothing,
 * so its record may be lost with the process.
 * @param log Told once when the store takes no records, and once how many were lost.
 * @param now Milliseconds of a clock that never goes back.
 */
export function recordRefusals(
  ledger: Pick<Ledger, 'recordRefusal'>,
  log: Pick<Log, 'warn' | 'info'>,
  now: () => number = () => performance.now(),
): MiddlewareHandler<ImportScope> {
  let lost = 0
  let retryAtMs = 0
  const lose = (error: unknown): void => {
    if (lost === 0) log.warn({ reason: (error as Error).message }, 'import records not written')
    lost += 1
  }
  const record = async (importer: Importer, error: unknown): Promise<void> => {
    // Whoever was refused because the store is away has just shown that it is.
    if (isOfStore(error) || now() < retryAtMs) return lose(error)
    try {
      await ledger.recordRefusal(importer, error)
    } catch (problem) {
      retryAtMs = now() + retryMs
      return lose(problem)
    }
    if (lost > 0) log.info({ lost }, 'import records are written again')
    lost = 0
  }
  return createMiddleware<ImportScope>(async (c, next) => {
    const progress: ImportProgress = {}
    c.set('progress', progress)
    await next()
    if (c.error === undefined) return
    const importer = {
      ...c.get('holder'),
      requestId: c.get('requestId'),
      run: runOf(c.env.incoming),
      startedAt: c.get('startedAt'),
      progress,
    }
    void record(importer, c.error)
  })
}

function isOfStore(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError) return true
  return isOfStore(error.cause)
}
