/** Audit records as files: CSV for spreadsheets, JSON lines for programs. @module */
import { type AuditChoice, type AuditRecord, listAuditRecords } from '../../auth/audit.ts'
import type { Database } from '../../database/database.ts'

export type AuditFormat = 'csv' | 'jsonl'

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: 'id,recordedAt,actor,action,subject,address,detail',
  },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: undefined },
} as const

/** Read at once, so that a file of any length takes the memory of so many records. */
const recordsAtOnce = 100

/**
 * Write records, newest first, as they are taken.
 * @param database The store.
 * @param choice Which records.
 * @param format How they are written.
 */
export function auditExport(
  database: Database,
  choice: Omit<AuditChoice, 'limit'>,
  format: AuditFormat,
): { type: string; name: string; stream: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder()
  const parts = auditParts(database, choice, format)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return { type: formats[format].type, name: `audit.${format}`, stream }
}

async function* auditParts(
  database: Database,
  choice: Omit<AuditChoice, 'limit'>,
  format: AuditFormat,
): AsyncGenerator<string, void, undefined> {
  const { head } = formats[format]
  if (head !== undefined) yield `${head}\r\n`
  let olderThan: AuditRecord | undefined
  do {
    const records: AuditRecord[] = await listAuditRecords(database, {
      ...choice,
      olderThan,
      limit: recordsAtOnce,
    })
    yield records.map(format === 'csv' ? csvLine : jsonLine).join('')
    olderThan = records.length < recordsAtOnce ? undefined : records.at(-1)
  } while (olderThan !== undefined)
}

function jsonLine({ id, ...record }: AuditRecord): string {
  return `${JSON.stringify({ id: String(id), ...record })}\n`
}

/** As RFC 4180 has it. */
function csvLine(record: AuditRecord): string {
  const { id, recordedAt, actor, action, subject, address, detail } = record
  const cells = [String(id), recordedAt.toISOString(), actor, action, subject, address]
  return `${[...cells, JSON.stringify(detail)].map(csvCell).join(',')}\r\n`
}

/** Spreadsheets take a cell that begins so for a formula, which names of users may not become. */
function csvCell(text: string): string {
  const shown = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text
  return `"${shown.replaceAll('"', '""')}"`
}
