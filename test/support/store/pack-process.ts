/** Packs the old versions of a store in a process that tests kill: prints a line after each step. @module */
import { type DatabaseOptions, openDatabase } from '../../../src/store/open-database.ts'
import { packVersions } from '../../../src/wiki/store/pack-versions.ts'

const database = await openDatabase(JSON.parse(process.argv[2] as string) as DatabaseOptions)
await packVersions(
  database,
  () => new Promise((resolve) => process.stdout.write('step\n', resolve)),
)
await database.close()
