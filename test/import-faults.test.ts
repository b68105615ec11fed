/** However requests, client and service fail: after the last run each file is one page, and the report is true. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runImportFaults } from './support/folders/import-faults.ts'

test('imports every file exactly once through faults, kills and reruns', async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-faults-'))
  t.after(() => rmSync(dataDirectory, { recursive: true, force: true }))
  const report = await runImportFaults({ rounds: 3, dataDirectory })
  assert.deepEqual(report.wrong, [])
  assert.equal(report.rounds, 3)
  assert.equal(report.serviceKills, 1)
  const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0)
  assert.ok(faults > 0, JSON.stringify(report))
})
