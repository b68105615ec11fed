/** What every engine must keep, as one list of cases. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError } from '../src/contract/errors.ts'
import { UniqueViolationError } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { sql } from '../src/store/sql.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import {
  addSetting,
  addThenRefuse,
  forgetReservedIds,
  increment,
  type Setting,
} from './support/store/test-transactions.ts'

const settings = sql`select name, value from settings order by name`

forEachEngine((open) => {
  test('keeps what a transaction wrote and answers what it returned', async () => {
    const database = await open()
    assert.equal(await database.write(addSetting, { name: 'a', value: 'größe ✓ \u{1f600}' }), 1)
    assert.deepEqual(
      (await database.read<Setting>(settings)).map((row) => ({ ...row })),
      [{ name: 'a', value: 'größe ✓ \u{1f600}' }],
    )
  })

  test('undoes everything a refusing transaction wrote, and throws its refusal', async () => {
    const database = await open()
    await assert.rejects(database.write(addThenRefuse, { name: 'a', value: '1' }), (error) => {
      assert.ok(error instanceof RequestError)
      assert.equal(error.key, 'not-found')
      assert.equal(error.message, 'no such thing')
      assert.equal(error.field, 'name')
      return true
    })
    assert.deepEqual(await database.read(settings), [])
  })

  test('undoes only the failing one of many transactions written at once', async () => {
    const database = await open()
    const writes = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? database.write(addSetting, { name: `n${index}`, value: 'x' })
        : database.write(addThenRefuse, { name: `n${index}`, value: 'x' }),
    )
    const answers = await Promise.allSettled(writes)
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 20)
    assert.equal((await database.read(settings)).length, 20)
  })

  test('reports a refused unique key as such', async () => {
    const database = await open()
    await database.write(addSetting, { name: 'a', value: '1' })
    await assert.rejects(
      database.write(addSetting, { name: 'a', value: '2' }),
      UniqueViolationError,
    )
    assert.equal((await database.read<Setting>(settings))[0]?.value, '1')
  })

  test('loses no update of 60 concurrent ones', async () => {
    const database = await open()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => database.write(increment, { name: 'counter' })),
    )
    assert.deepEqual(
      answers.sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  test('hands out each id once, to several allocators at a time', async () => {
    const database = await open()
    const allocators = [idAllocator(database), idAllocator(database), idAllocator(database)]
    const ids = await Promise.all(
      Array.from({ length: 900 }, (_, index) => allocators[index % 3]!.nextId()),
    )
    assert.equal(new Set(ids).size, 900)
  })

  const repeatsIds = async (msBetween: number): Promise<boolean> => {
    const database = await open()
    let atMs = Date.now() + 1_000
    const clock = (): Date => new Date(atMs)
    const [one, other] = [idAllocator(database, clock), idAllocator(database, clock)]
    const given = new Set<number>()
    const first = await one.nextId()
    given.add(first)
    for (let round = 0; round < 3; round += 1) {
      await database.write(forgetReservedIds, { nextId: first })
      atMs += msBetween
      // More than what is left of the first block of ids.
      for (let count = 0; count < 150; count += 1) {
        for (const ids of [one, other]) {
          const id = await ids.nextId()
          if (given.has(id)) return true
          given.add(id)
        }
      }
    }
    return false
  }

  test('hands out no id twice although the store forgot the last ones that were reserved', async () => {
    assert.equal(await repeatsIds(10), false)
    // Control: without passing time, ids repeat.
    assert.equal(await repeatsIds(0), true)
  })

  test('keeps the ids of a fresh store short', async () => {
    const database = await open()
    const id = await idAllocator(database).nextId()
    assert.ok(String(id).length < 10, String(id))
  })

  test('proves that a write works, and that it does not once the store is closed', async () => {
    const database = await open()
    assert.equal((await database.probe()).problem, undefined)
    await database.close()
    assert.ok((await database.probe()).problem)
  })

  test('answers writes that were queued before closing', async () => {
    const database = await open()
    const writes = Array.from({ length: 20 }, (_, index) =>
      database.write(addSetting, { name: `n${index}`, value: 'x' }),
    )
    await database.close()
    assert.equal((await Promise.all(writes)).length, 20)
    await assert.rejects(database.write(increment, { name: 'late' }))
  })

  test('says that its settings are durable', async () => {
    const { isDurable, description } = await (await open()).durability()
    assert.equal(isDurable, true)
    assert.match(description, /on (this machine’s|the) disk/)
  })
})
