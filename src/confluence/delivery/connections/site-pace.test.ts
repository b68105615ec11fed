/** The pace at which a site is asked outlives a clock that is set back. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  forEachEngine,
  type OpenTestDatabase,
} from '../../../../test/support/store/test-engines.ts'
import type { Database } from '../../../store/database.ts'
import { sitePace } from './site-pace.ts'

const dayMs = 24 * 60 * 60 * 1000
const many = 60

forEachEngine((open: OpenTestDatabase) => {
  let database: Database
  before(async () => {
    database = await open()
  })

  test('is kept after the clock was a day ahead', async () => {
    let aheadMs = dayMs
    const clock = (): Date => new Date(Date.now() + aheadMs)
    const pace = sitePace({ database, clock }, 'https://wiki.example')
    await pace.take('GET')
    aheadMs = 0
    for (let count = 0; count < many; count += 1) await pace.take('GET')
  })

  test('waits no day for a site that asked for a minute when the clock was ahead', async () => {
    let aheadMs = dayMs
    const clock = (): Date => new Date(Date.now() + aheadMs)
    const pace = sitePace({ database, clock }, 'https://slow.example')
    await pace.slowDown(60_000)
    await assert.rejects(pace.take('GET'), { message: 'the site is to be asked later' })
    aheadMs = 0
    await pace.take('GET')
  })
})
