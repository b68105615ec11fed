/** The requests for the audit records. @module */
import { auditActions, listAuditRecords } from '../../auth/audit.ts'
import { parseId } from '../../database/ids.ts'
import type { WebHandlers } from '../web-map.ts'
import { auditPage } from './audit-page.ts'
import { readDay } from './imports.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000

/**
 * Make the handler.
 * @param dependencies What it works with.
 */
export function auditRoutes({ database, users, show }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/audit': async (c) => {
      const { actor = '', action = '', day = '', before = '' } = c.req.query()
      // PostgreSQL refuses text with this even in a search.
      const chosen = { actor: actor.replaceAll('\0', '').trim(), action, day }
      const from = readDay(day)
      const beforeId = parseId(before)
      const found = await listAuditRecords(database, {
        limit: pageSize + 1,
        beforeId,
        action: auditActions.find((one) => one === action),
        // Users in any spelling, programs as they are called.
        actor:
          chosen.actor === ''
            ? undefined
            : ((await users.findByName(chosen.actor))?.name ?? chosen.actor),
        from,
        before: from && new Date(from.getTime() + dayMs),
      })
      const records = found.slice(0, pageSize)
      const main = auditPage({
        records,
        chosen,
        isContinued: beforeId !== undefined,
        next: found.length > pageSize ? records.at(-1)?.id : undefined,
      })
      return show(c, 200, 'Audit log', main, { isWide: true })
    },
  }
}
