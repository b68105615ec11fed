/** A small piece of the campaign of comments. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runTrials } from './support/comment-trial/run-trials.ts'

test('comments on documents that are edited end in wrong places less often than by context alone', () => {
  const documents = globSync('docs/*.md')
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .filter(({ length }) => length <= 20_000)
  const { trials, scores } = runTrials(documents, [1])
  const ours = scores['planned body']
  const peer = scores['nearest context']
  assert.ok(trials >= 50, `${trials}`)
  const misplaced = (score: typeof ours) => score.wrong + score['gone, misplaced']
  assert.ok(misplaced(ours) <= misplaced(peer), JSON.stringify(scores))
  assert.ok(ours.right >= peer.right, JSON.stringify(scores))
})
