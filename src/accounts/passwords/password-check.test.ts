import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine, type OpenTestDatabase } from '../../../test/support/store/test-engines.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { type Guess, type GuessLimit, guessBounds, guessLimit } from './password-check.ts'

const { spanMs, perNameAndNetwork, perNetwork, codesPerName, recoveryCodesPerNetwork } = guessBounds

async function openLimit(open: OpenTestDatabase) {
  const database = await open()
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const clock = (): Date => new Date(nowMs)
  return {
    database,
    clock,
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
  ...fields,
})

interface WrongGuesses {
  take(one: Guess): Promise<unknown>
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
    for (let count = 1; count < perNameAndNetwork; count += 1) await limit.take(guess())
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
    assert.equal((await exhaust(limit, guess()))[0], perNameAndNetwork)
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
      assert.equal(await attempt(guess(), async () => 'ann'), 'ann')
      await assert.rejects(
        attempt(guess(), () => Promise.reject(new Error('broken'))),
        /broken/,
      )
    }
  })

  test('strangers shut nobody out: other networks and other names have tries of their own', async () => {
    const { limit } = await openLimit(open)
    await exhaust(limit, guess())
    assert.equal((await exhaust(limit, guess({ network: '192.0.2.2' })))[0], perNameAndNetwork)
    await limit.take(guess({ nameKey: 'bob' }))
  })

  test('codes are counted for a name, whatever the network, and apart from passwords', async () => {
    const { limit } = await openLimit(open)
    await exhaust(limit, guess())
    const [left, refusal] = await exhaust(limit, guess({ code: 'app' }))
    assert.equal(left, codesPerName)
    assert.match(
      refusal.message,
      /^Too many wrong codes for this user name\. .*, take a recovery code, or ask .* for help\.$/,
    )
    assert.equal((await exhaust(limit, guess({ code: 'app', network: '192.0.2.2' })))[0], 0)
  })

  test('whoever uses up the codes of a name leaves its recovery codes to other networks', async () => {
    const { limit } = await openLimit(open)
    const stranger = '192.0.2.2'
    await exhaust(limit, guess({ code: 'app', network: stranger }))
    const [left, refusal] = await exhaust(limit, guess({ code: 'recovery', network: stranger }))
    assert.equal(left, recoveryCodesPerNetwork)
    assert.match(
      refusal.message,
      /codes from your network\. Try again in \S+ \S+, or ask .* for help\.$/,
    )
    await limit.take(guess({ code: 'recovery' }))
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
    advance(5_000)
    await limit.take(guess({ nameKey: 'new' }))
  })

  test('refused tries write nothing, rows of before go, and none holds what was typed', async () => {
    const { database, limit, advance } = await openLimit(open)
    for (let index = 0; index < 10; index += 1) {
      await exhaust(limit, guess({ nameKey: `my secret ${index}` }))
    }
    const rows = await countRows(database)
    assert.equal(rows, 11)
    const all = JSON.stringify(await database.read(sql`select * from password_tries`))
    assert.doesNotMatch(all, /secret|192\.0\.2/)
    advance(2 * spanMs)
    for (let index = 0; index < 3; index += 1) await limit.take(guess())
    assert.equal(await countRows(database), 2)
  })

  test('a flood of refused tries keeps no writer busy', async () => {
    const { database, limit, clock } = await openLimit(open)
    await exhaust(limit, guess())
    const write = (): Promise<never> => Promise.reject(new Error('a refused try was written'))
    const flood = wrongGuesses(guessLimit({ ...database, write }, clock))
    await assert.rejects(flood.take(guess()), { key: 'too-many-requests' })
  })
})
