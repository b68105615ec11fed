import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine, type OpenTestDatabase } from '../../../test/support/store/test-engines.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { type Guess, type GuessLimit, guessBounds, guessLimit } from './guess-limit.ts'

const { spanMs, perNameAndNetwork, perNetwork, perName, perNameAndNetworkUnderAttack } = guessBounds

async function openLimit(open: OpenTestDatabase) {
  const database = await open()
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const clock = (): Date => new Date(nowMs)
  return {
    database,
    attempt: guessLimit(database, clock).attempt,
    limit: wrongGuesses(guessLimit(database, clock)),
    other: wrongGuesses(guessLimit(database, clock)),
    advance: (ms: number): void => {
      nowMs += ms
    },
  }
}

const guess = (fields: Partial<Guess> = {}): Guess => ({
  nameKey: 'ann',
  network: '192.0.2.1',
  deviceId: undefined,
  ...fields,
})

interface WrongGuesses {
  take(one: Guess): Promise<{ readonly tries: number }>
}

function wrongGuesses({ attempt }: GuessLimit): WrongGuesses {
  return { take: (one) => attempt(one, async () => undefined) }
}

async function exhaust(limit: WrongGuesses, one: Guess): Promise<[number, RequestError]> {
  for (let count = 0; ; count += 1) {
    try {
      await limit.take(one)
    } catch (error) {
      assert.ok(error instanceof RequestError)
      return [count, error]
    }
  }
}

async function countRows(database: Database): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    sql`select count(*) as count from password_tries`,
  )
  return Number(row?.count)
}

forEachEngine((open) => {
  test('counts the tries of all processes, and lets one more through as time goes by', async () => {
    const { limit, other, advance } = await openLimit(open)
    for (let count = 1; count < perNameAndNetwork; count += 1) {
      assert.equal((await limit.take(guess())).tries, count)
    }
    const [left, refusal] = await exhaust(other, guess())
    assert.equal(left, 1)
    assert.deepEqual([refusal.key, refusal.retryAfterSeconds], ['too-many-requests', 90])
    assert.equal(
      refusal.message,
      'Too many wrong passwords for this user name from your network. Try again in 2 minutes, or ask an administrator for a link to choose a new password.',
    )
    await assert.rejects(other.take(guess()), { message: refusal.message })
    advance(90_000)
    assert.equal((await exhaust(limit, guess()))[0], 1)
    advance(spanMs)
    assert.equal((await limit.take(guess())).tries, 1)
  })

  test('tries at the same time count as well', async () => {
    const { limit, other } = await openLimit(open)
    const tries = Array.from({ length: 2 * perNameAndNetwork }, (_, index) =>
      (index % 2 === 0 ? limit : other).take(guess()),
    )
    const settled = await Promise.allSettled(tries)
    const taken = settled.filter(({ status }) => status === 'fulfilled')
    assert.equal(taken.length, perNameAndNetwork)
    for (const one of settled) {
      if (one.status === 'fulfilled') continue
      assert.equal(one.reason.key, 'too-many-requests')
      assert.ok(one.reason.retryAfterSeconds >= 1)
    }
  })

  test('a clock that was set back shuts nobody out', async () => {
    const { limit, advance } = await openLimit(open)
    await exhaust(limit, guess())
    advance(-24 * 60 * 60 * 1000)
    assert.equal((await exhaust(limit, guess()))[0], perNameAndNetwork)
  })

  test('a try that was right is given back, and one that could not be compared', async () => {
    const { attempt } = await openLimit(open)
    for (let count = 0; count < 3 * perNameAndNetwork; count += 1) {
      assert.deepEqual(await attempt(guess(), async () => 'ann'), { right: 'ann', tries: 1 })
      await assert.rejects(
        attempt(guess(), () => Promise.reject(new Error('broken'))),
        /broken/,
      )
    }
  })

  test('strangers shut nobody out: other networks and known devices have tries of their own', async () => {
    const { limit } = await openLimit(open)
    await exhaust(limit, guess())
    assert.equal((await exhaust(limit, guess({ network: '192.0.2.2' })))[0], perNameAndNetwork)
    const device = guess({ deviceId: 'a device' })
    const [left, refusal] = await exhaust(limit, device)
    assert.equal(left, guessBounds.perDevice)
    assert.match(refusal.message, /for this user name on this device/)
    await limit.take(guess({ deviceId: 'another device' }))
    await limit.take(guess({ nameKey: 'bob' }))
  })

  test('a name that many networks guess leaves each a few tries, and known devices all', async () => {
    const { limit, advance } = await openLimit(open)
    for (let index = 0; index < perName; index += 1) {
      await limit.take(guess({ network: `198.51.100.${index}` }))
    }
    const fresh = guess({ network: '203.0.113.1' })
    assert.equal((await exhaust(limit, fresh))[0], perNameAndNetworkUnderAttack)
    assert.equal((await exhaust(limit, guess({ deviceId: 'known' })))[0], guessBounds.perDevice)
    const other = guess({ nameKey: 'bob', network: '203.0.113.1' })
    assert.equal((await exhaust(limit, other))[0], perNameAndNetwork)
    advance(spanMs)
    const later = guess({ network: '203.0.113.2' })
    assert.equal((await exhaust(limit, later))[0], perNameAndNetwork)
  })

  test('a network that tries many names is slowed, far above what typing errors of hundreds make', async () => {
    const { limit, advance } = await openLimit(open)
    for (let index = 0; index < perNetwork; index += 1) {
      await limit.take(guess({ nameKey: `name ${index}` }))
    }
    const [left, refusal] = await exhaust(limit, guess({ nameKey: 'new' }))
    assert.deepEqual([left, refusal.retryAfterSeconds], [0, 5])
    assert.match(refusal.message, /passwords from your network. Try again in 5 seconds/)
    await limit.take(guess({ nameKey: 'new', network: '192.0.2.2' }))
    await limit.take(guess({ nameKey: 'new', deviceId: 'known' }))
    advance(5_000)
    await limit.take(guess({ nameKey: 'new' }))
  })

  test('refused tries write nothing, rows of before go, and none holds what was typed', async () => {
    const { database, limit, advance } = await openLimit(open)
    for (let index = 0; index < 10; index += 1) {
      await exhaust(limit, guess({ nameKey: `my secret ${index}` }))
    }
    const rows = await countRows(database)
    assert.equal(rows, 21)
    const all = JSON.stringify(await database.read(sql`select * from password_tries`))
    assert.doesNotMatch(all, /secret|192\.0\.2/)
    advance(2 * spanMs)
    for (let index = 0; index < 3; index += 1) await limit.take(guess())
    assert.equal(await countRows(database), 3)
  })
})
