import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestStore } from '../../../test/support/store/test-engines.ts'
import { putSetting } from '../../../test/support/store/test-transactions.ts'
import { transactions } from '../../transactions.ts'
import { openDatabase } from '../open-database.ts'
import { writeHere } from './start-sqlite-writer.ts'

test('a write in a crowd waits for others, unless as many are there as fit into a commit', async (t) => {
  const { options, remove } = await createTestStore('sqlite')
  const startWriterThread = writeHere({ ...transactions, putSetting })
  const database = await openDatabase({ ...options, startWriterThread })
  t.after(async () => {
    await database.close()
    await remove()
  })
  const waits = t.mock.method(Atomics, 'wait', () => 'timed-out' as const)
  const countWaits = async (writes: number, isInCrowd: boolean): Promise<number> => {
    waits.mock.resetCalls()
    const names = Array.from({ length: writes }, (_, index) => `name ${index}`)
    const write = (name: string) => database.write(putSetting, { name, value: 'x' }, { isInCrowd })
    await Promise.all(names.map(write))
    return waits.mock.callCount()
  }
  assert.equal(await countWaits(2, false), 0)
  assert.equal(await countWaits(2, true), 1)
  assert.equal(await countWaits(64, true), 0)
  assert.equal(await countWaits(130, true), 1)
})
