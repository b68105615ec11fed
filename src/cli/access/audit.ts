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
import { wholeNumber } from '../../contract/options/option-values.ts'
import { readNumber, readValue } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { type StoreAtWork, storeCommands } from '../store/store.ts'
import { columnTable, instant } from '../text-output.ts'

const maxLimit = 10_000

interface AuditOptions {
  readonly limit?: string
  readonly before?: string
  readonly action?: AuditAction
  readonly actor?: string
}

export function registerAudit(program: Command, context: CliContext): void {
  storeCommands(program, context)(
    'audit',
    'List who did what, when and from where, newest first.',
    async (store: StoreAtWork<AuditOptions>) => {
      const { limit = '50', before, action, actor: name = '' } = store.flags
      // A user's name may be spelled differently; other actors are matched exactly.
      const user = name === '' ? undefined : await users(store, passwords()).findByName(name)
      const records = await listAuditRecords(store.database, {
        limit: readValue(wholeNumber('count', maxLimit), '--limit', limit),
        beforeId: before === undefined ? undefined : readNumber('--before', before),
        action,
        actor: user?.name ?? store.flags.actor,
      })
      return [
        records.map(({ id, ...record }) => ({ id: String(id), ...record })),
        auditTable(records),
      ]
    },
    {
      flags: [
        ['--limit <count>', `How many records: 1 to ${maxLimit}; 50 without it.`],
        ['--before <id>', 'Go on before this record.'],
        new Option('--action <action>', 'Only this action.').choices(auditActions),
        ['--actor <name>', 'Only what this user, or program, did.'],
      ],
    },
  )
}

function auditTable(records: readonly AuditRecord[]): string[] {
  return columnTable(records, {
    ID: ({ id }) => String(id),
    WHEN: ({ recordedAt }) => instant(recordedAt),
    WHO: ({ actor }) => actor || '-',
    ACTION: ({ action }) => action,
    SUBJECT: ({ subject }) => subject || '-',
    FROM: ({ address }) => address || '-',
    DETAIL: ({ detail }) => auditDetailText(detail),
  })
}
