/**
 * An import of 10 KB, as `npm run bench` measures it, over one number of connections and with more
 * bursts: `npm run bench:processor-time -- [sqlite|postgres] [CONNECTIONS] [CHECKOUT…]`
 * @module
 */
import { type Engine, startCandidates } from './support/candidates.ts'
import { measureImports } from './support/import-bursts.ts'
import { printFigures, printHeader } from './support/import-table.ts'

const [engine = 'sqlite', connections = '64', ...checkouts] = process.argv.slice(2)
const { list, stop } = await startCandidates(engine as Engine, checkouts)
printHeader()
const options = { sizeKb: 10, connections: Number(connections), rounds: 7, imports: 400 }
const figures = await measureImports(list, options)
printFigures(`${engine}, 10 KB, ${connections}`, list, figures)
await stop()
