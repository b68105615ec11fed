/** A few of the trees that `npm run any-trees` imports by the hundred. @module */
import { test } from 'node:test'
import { checkAnyTree } from './support/folders/any-tree.ts'

for (let seed = 1; seed <= 3; seed += 1) {
  test(`imports any tree: ${seed}`, () => checkAnyTree(seed, { reserves: seed % 3 !== 0 }))
}
