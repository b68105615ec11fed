/** `npm run plan-apply -- TRIALS SEED`: applied plans do what they say or nothing, whatever people and kills do between. @module */
import { test } from 'node:test'
import { folderWikis, startFolderWiki } from '../support/folders/folder-wiki.ts'
import { tryPlan } from '../support/folders/plan-trial.ts'

const [trials = 300, first = Math.floor(Math.random() * 1e6)] = process.argv.slice(2).map(Number)

test('plans of random folders', async () => {
  const interferences: Record<string, number> = {}
  const seen = { applied: 0, refused: 0, wrong: 0, interferences }
  for (const [index, { name, kind }] of folderWikis.entries()) {
    const wiki = await startFolderWiki(kind)
    for (let seed = first + index; seed < first + trials; seed += folderWikis.length) {
      try {
        const { interference, isApplied } = await tryPlan(wiki, seed)
        interferences[interference] = (interferences[interference] ?? 0) + 1
        seen[isApplied ? 'applied' : 'refused'] += 1
      } catch (error) {
        seen.wrong += 1
        process.stderr.write(`${name} ${seed}: ${(error as Error).stack}\n`)
      }
    }
    await wiki.stop()
  }
  process.stdout.write(`${JSON.stringify({ first, trials, ...seen })}\n`)
  process.exitCode = seen.wrong === 0 ? 0 : 1
})
