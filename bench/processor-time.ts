/** `npm run bench:processor-time -- [sqlite|postgres] [CONNECTIONS] [--beside CHECKOUT]… [FOLDER…]`: processor time of imports. @module */
import { parseArgs } from 'node:util'
import { type Engine, startCandidates } from './support/candidates.ts'
import { denseDocuments, documentsOf, sampleDocuments } from './support/documents.ts'
import { measureImports } from './support/import-bursts.ts'
import { printFigures, printHeader } from './support/import-table.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { beside: { type: 'string', multiple: true, default: [] } },
})
const [engine = 'sqlite', connections = '64', ...folders] = positionals
const { list, stop } = await startCandidates(engine as Engine, values.beside)
printHeader()
for (const documents of [sampleDocuments(10), denseDocuments(10), ...folders.map(documentsOf)]) {
  const options = { documents, connections: Number(connections), rounds: 7, imports: 400 }
  const figures = await measureImports(list, options)
  printFigures(`${engine}, ${documents.name}, ${connections}`, list, figures)
}
await stop()
