/** The process that copies a SQLite store; killing it stops the copy. @module */
import { copySqlite, readSqliteCopy } from './sqlite-copy.ts'

const [source, target] = process.argv.slice(2) as [string, string]
try {
  copySqlite(source, target)
  process.stdout.write(JSON.stringify(await readSqliteCopy(target)))
} catch (error) {
  process.stderr.write((error as Error).message)
  process.exitCode = 1
}
