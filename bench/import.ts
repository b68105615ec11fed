/** `npm run bench -- [sqlite|postgres] [CHECKOUT…]`: imports beside the floor and other checkouts. @module */
import { type Engine, startCandidates } from './support/candidates.ts'
import { sampleDocuments } from './support/documents.ts'
import { measureImports } from './support/import-bursts.ts'
import { printFigures, printHeader } from './support/import-table.ts'

const [engine = 'sqlite', ...checkouts] = process.argv.slice(2)
const { list, stop } = await startCandidates(engine as Engine, checkouts)
printHeader()
for (const sizeKb of [2, 10, 100]) {
  const documents = sampleDocuments(sizeKb)
  for (const connections of [1, 8, 64]) {
    const imports = (sizeKb === 100 ? 64 : 256) * (connections === 1 ? 0.5 : 1)
    const figures = await measureImports(list, { documents, connections, rounds: 5, imports })
    printFigures(`${engine}, ${sizeKb} KB, ${connections}`, list, figures)
  }
}
await stop()
