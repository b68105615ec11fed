import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareStore } from '../../test/support/prepared-store.ts'
import { type Statement, sql } from '../store/sql.ts'
import { isReadable, isWritable } from './reader.ts'

test('looks up each space by its key, and collects nothing before', async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-access-'))
  const { database } = await prepareStore({ dataDirectory })
  t.after(async () => {
    await database.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  })
  const plan = async (condition: Statement): Promise<string[]> => {
    const steps = await database.read<{ detail: string }>(sql`
      explain query plan select id from spaces where ${condition} order by key_fold limit 51`)
    return steps.map(({ detail }) => detail)
  }
  for (const condition of [
    isReadable(sql`spaces.id`, { userId: 1 }),
    isWritable(sql`spaces.id`, { userId: 1 }),
  ]) {
    const steps = await plan(condition)
    const text = steps.join(', ')
    assert.deepEqual(
      steps.filter((step) => /^SCAN (?!spaces)|AUTOMATIC|CO-ROUTINE|BLOOM/.test(step)),
      [],
      text,
    )
    const byKey = steps.filter((step) => step.endsWith('(space_id=? AND user_id=?)'))
    assert.equal(byKey.length, 2, text)
  }
})
