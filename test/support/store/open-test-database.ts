/** Opens a store for a test's own hands. @module */
import type { Database } from '../../../src/database/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../src/database/open-database.ts'

/**
 * Open a store so that it takes the transactions of tests as well; servers and commands that work on
 * it know the product's alone.
 * @param options Where it is.
 */
export function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  if ('databaseUrl' in options) return openDatabase(options)
  const writerProgram = new URL('./test-sqlite-writer.ts', import.meta.url)
  return openDatabase({ ...options, writerProgram })
}
