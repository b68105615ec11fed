/** `markport audit`: who did what, when and from where. @module */
import { type Command, Option } from 'commander'
import {
  type AuditAction,
  type AuditRecord,
  auditActions,
  auditDetailText,
  listAuditRecords,
} from '../../accounts/audit.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { users } from '../../accounts/users.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { withStore } from '../store/store.ts'
import { instant, printResult, textTable } from '../text-output.ts'

const maxLimit = 10_000

interface AuditOptions {
  readonly limit: string
  readonly before?: string
  readonly action?: AuditAction
  readonly actor?: string
}

export function registerAudit(program: Command, context: CliContext): void {
  const audit = program
    .command('audit')
    .description('List who did what, when and from where, newest first.')
    .option('--limit <count>', `How many records: 1 to ${maxLimit}.`, '50')
    .option('--before <id>', 'Go on before this record.')
    .addOption(new Option('--action <action>', 'Only this action.').choices(auditActions))
    .option('--actor <name>', 'Only what this user, or program, did.')
  addOptions(audit, storeOptions).action(() => {
    const values = readOptions(audit, context.env)
    const { limit, before, action, actor } = audit.opts() as AuditOptions
    const choice = {
      limit: readNumber('--limit', limit, maxLimit),
      beforeId:
        before === undefined ? undefined : readNumber('--before', before, Number.MAX_SAFE_INTEGER),
      action,
    }
    return withStore(context, values, async ({ database, ids, clock }) => {
      const keeper = users(database, ids, clock, passwords())
      // A user's name may be spelled differently; other actors are matched exactly.
      const user = actor === undefined ? undefined : await keeper.findByName(actor)
      const records = await listAuditRecords(database, { ...choice, actor: user?.name ?? actor })
      const json = records.map(({ id, ...record }) => ({ id: String(id), ...record }))
      printResult(context, values.json ?? false, json, () => auditTable(records))
    })
  })
}

function readNumber(flag: string, text: string, maximum: number): number {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= maximum) return number
  throw new UsageError(
    `${flag}: got ${JSON.stringify(text.slice(0, 80))}, but use a whole number${maximum === maxLimit ? ` from 1 to ${maximum}` : ''}.`,
  )
}

function auditTable(records: readonly AuditRecord[]): string[] {
  return textTable(
    ['ID', 'WHEN', 'WHO', 'ACTION', 'SUBJECT', 'FROM', 'DETAIL'],
    records.map(({ id, recordedAt, actor, action, subject, address, detail }) => [
      String(id),
      instant(recordedAt),
      actor || '-',
      action,
      subject || '-',
      address || '-',
      auditDetailText(detail),
    ]),
  )
}
