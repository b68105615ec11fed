/** Writes refused imports into the ledger, beside the ones that succeeded. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ledger } from '../importing/ledger/ledger.ts'
import type { ImportScope } from './import-scope.ts'

/**
 * Record what the later stages refuse. The answer does not wait for it: a refusal changes nothing,
 * so its record may be lost with the process.
 * @param ledger Where it is recorded.
 * @param onFailure Told when a record could not be written.
 */
export function recordRefusals(
  ledger: Ledger,
  onFailure: (error: unknown) => void,
): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const progress = { isRecorded: false }
    c.set('progress', progress)
    await next()
    if (c.error === undefined) return
    const importer = {
      ...c.get('holder'),
      requestId: c.get('requestId'),
      startedAt: c.get('startedAt'),
      progress,
    }
    ledger.recordRefusal(importer, c.error).catch(onFailure)
  })
}
