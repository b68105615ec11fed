/** `npm run any-trees -- COUNT SEED`: imports generated documentation trees and checks what holds for any tree. @module */
import { checkAnyTree } from '../support/folders/any-tree.ts'

const [count = 500, first = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)
let wrong = 0
for (let seed = first; seed < first + count; seed += 1) {
  try {
    await checkAnyTree(seed, { reserves: seed % 3 !== 0 })
  } catch (error) {
    wrong += 1
    process.stdout.write(`seed ${seed}: ${(error as Error).stack}\n\n`)
    if (wrong >= 5) break
  }
}
process.stdout.write(`${count} trees from seed ${first}: ${wrong} wrong\n`)
process.exitCode = wrong === 0 ? 0 : 1
