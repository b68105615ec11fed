/** Opens a store for a test's own hands. @module */
import type { Database } from '../../../src/database/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../src/database/open-database.ts'
import { withSharedWriter } from './shared-writer.ts'

export function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  return openDatabase(withSharedWriter(options, true))
}
