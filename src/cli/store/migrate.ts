/** `markport migrate`: brings the schema of a store up to date. @module */
import type { Command } from 'commander'
import type { OptionValues } from '../../contract/options/option-table.ts'
import {
  assertNotNewer,
  compareSchema,
  readSchema,
  type SchemaPolicy,
} from '../../store/migrate.ts'
import { lookIntoDatabase } from '../../store/open-database.ts'
import { lockForServing } from '../../store/sqlite/store-folder.ts'
import { addOptions, readOptions, storeOptions, storePlace } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { printResult } from '../text-output.ts'
import { storeProblem, workOn } from './store.ts'

export function registerMigrate(program: Command, context: CliContext): void {
  const command = program
    .command('migrate')
    .description(
      "Bring the store's schema up to date, as serve does at its start. A new store in a database with Citus is spread over its servers.",
    )
    .option('--dry-run', 'Only say what there is to do.')
    .option('--beside-services', 'On PostgreSQL, migrate while services are connected.')
  addOptions(command, storeOptions).action(async () => {
    const values = readOptions(command, context.env)
    const { dryRun = false, besideServices = false } = command.opts<{
      dryRun?: boolean
      besideServices?: boolean
    }>()
    const policy = besideServices ? 'upgrade' : 'upgrade-alone'
    const work = async (): Promise<readonly string[]> => {
      const pending = await findPending(values)
      if (!dryRun) await upgrade(context, values, policy)
      return pending
    }
    const pending = await work().catch((error: unknown) => {
      throw storeProblem(error, storePlace(values)) ?? error
    })
    const result = dryRun ? { applied: [], pending } : { applied: pending, pending: [] }
    printResult(context, values.json ?? false, result, () => inWords(pending, dryRun))
  })
}

async function findPending(values: OptionValues): Promise<readonly string[]> {
  const database = await lookIntoDatabase(storePlace(values))
  if (database === undefined) return compareSchema('sqlite', undefined).pending
  try {
    const state = await readSchema(database.engine, database.read)
    assertNotNewer(state)
    return state.pending
  } finally {
    await database.close()
  }
}

async function upgrade(
  context: CliContext,
  values: OptionValues,
  policy: SchemaPolicy,
): Promise<void> {
  // Refuse while a service runs, because it would go on with the old schema.
  const lock = lockForServing(storePlace(values))
  try {
    // An empty store also gets its initial records.
    await workOn(context, values, policy, async () => {})
  } finally {
    lock?.release()
  }
}

function inWords(pending: readonly string[], isDryRun: boolean): string[] {
  if (pending.length === 0) return ['The schema is up to date.']
  return [isDryRun ? 'To be done:' : 'Done:', ...pending.map((name) => `  ${name}`)]
}
