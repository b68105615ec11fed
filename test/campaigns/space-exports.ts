/** `npm run space-exports -- COUNT SEED`: generated spaces come back from their exports with the same pages. @module */
import { checkAnySpace } from '../support/folders/any-space.ts'
import { startFreshServer } from '../support/service/fresh-server.ts'

const [count = 100, first = 1] = process.argv.slice(2).map(Number)
const server = await startFreshServer('sqlite')
let failed = 0
for (let seed = first; seed < first + count; seed += 1) {
  try {
    await checkAnySpace(server, seed)
  } catch (error) {
    failed += 1
    process.stdout.write(`seed ${seed}: ${(error as Error).message}\n`)
  }
}
await server.stop()
process.stdout.write(`${count} spaces were exported; ${failed} did not come back.\n`)
process.exitCode = failed === 0 ? 0 : 1
