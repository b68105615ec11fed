/** Nothing that was acknowledged is lost when the process is killed, however often. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runKillLoop } from './support/loss/kill-loop.ts'

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'markport-kill-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('loses no acknowledged import in a kill, and starts again after it', async () => {
  const report = await withFolder((dataDirectory) => runKillLoop({ rounds: 1, dataDirectory }))
  assert.deepEqual(report.lost, [])
  assert.deepEqual(report.corrupt, [])
  assert.equal(report.rounds, 1)
})
