/** `npm run comment-trial -- SEED…`: what becomes of inline comments when documents change. @module */
import { globSync, readFileSync } from 'node:fs'
import { runTrials } from '../support/comment-trial/run-trials.ts'

const maxLength = 40_000

const seeds = process.argv.slice(2).map(Number)
const files = globSync(['README.md', 'docs/**/*.md', 'node_modules/{*,@*/*}/README.md'])
const texts = files
  .sort()
  .map((file) => readFileSync(file, 'utf8'))
  .filter(({ length }) => length <= maxLength)
process.stdout.write(`${JSON.stringify(runTrials(texts, seeds.length === 0 ? [31] : seeds))}\n`)
