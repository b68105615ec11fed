/** Writes refused imports into the history, beside the ones that succeeded. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { toRequestError } from '../errors.ts'
import type { ImportRecords } from '../importing/ledger/import-records.ts'
import type { ImportScope } from './import-scope.ts'

/**
 * Record what the later stages refuse. The answer does not wait for it: a refusal changes nothing,
 * so its record may be lost with the process.
 * @param records The history.
 * @param onFailure Told when a record could not be written.
 */
export function recordRefusals(
  records: ImportRecords,
  onFailure: (error: unknown) => void,
): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    await next()
    if (c.error === undefined || c.get('isRecorded')) return
    const asked = c.get('asked') as ImportScope['Variables']['asked'] | undefined
    records
      .recordRefusal({
        requestId: c.get('requestId'),
        startedAt: c.get('startedAt'),
        spaceId: undefined,
        parentId: asked?.fields.parentId ?? '',
        pageTitle: asked?.fields.pageTitle ?? '',
        result: toRequestError(c.error).key,
        ...c.get('holder'),
      })
      .catch(onFailure)
  })
}
