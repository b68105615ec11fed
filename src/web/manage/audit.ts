/** The requests for the audit records: to look through them, and to take them along. @module */
import type { Context } from 'hono'
import { type AuditChoice, auditActions, listAuditRecords } from '../../auth/audit.ts'
import { parseId } from '../../database/ids.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type AuditFormat, auditExport } from './audit-export.ts'
import { type AuditChoices, auditPage } from './audit-page.ts'
import { readDay } from './imports.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function auditRoutes({ database, users, show }: ManageDependencies): WebHandlers {
  const toChoice = async ({ actor, action, from, to }: AuditChoices) => {
    const lastDay = readDay(to)
    return {
      action: auditActions.find((one) => one === action),
      // Users in any spelling, programs as they are called.
      actor: actor === '' ? undefined : ((await users.findByName(actor))?.name ?? actor),
      from: readDay(from),
      before: lastDay && new Date(lastDay.getTime() + dayMs),
    } satisfies Omit<AuditChoice, 'limit'>
  }
  const exportAs = async (c: Context<WebScope>, format: AuditFormat): Promise<Response> => {
    const choice = await toChoice(readAuditChoices(c))
    const { type, name, stream } = auditExport(database, choice, format)
    return c.body(stream, 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    })
  }
  return {
    'GET /manage/audit': async (c) => {
      const chosen = readAuditChoices(c)
      const beforeId = parseId(c.req.query('before') ?? '')
      const choice = await toChoice(chosen)
      const found = await listAuditRecords(database, { ...choice, limit: pageSize + 1, beforeId })
      const records = found.slice(0, pageSize)
      const main = auditPage({
        records,
        chosen,
        isContinued: beforeId !== undefined,
        next: found.length > pageSize ? records.at(-1)?.id : undefined,
      })
      return show(c, 200, 'Audit log', main, { isWide: true })
    },
    'GET /manage/audit/export.csv': (c) => exportAs(c, 'csv'),
    'GET /manage/audit/export.jsonl': (c) => exportAs(c, 'jsonl'),
  }
}

function readAuditChoices(c: Context<WebScope>): AuditChoices {
  const { actor = '', action = '', from = '', to = '' } = c.req.query()
  // PostgreSQL refuses text with this even in a search.
  return { actor: actor.replaceAll('\0', '').trim(), action, from, to }
}
