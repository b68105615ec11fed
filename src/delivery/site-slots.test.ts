import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteSlots } from './site-slots.ts'

const longMs = 60_000

test('lets so many of a site be at work, and the next in when one has left', async () => {
  const slots = siteSlots({ maxOfSite: 1, maxInAll: 8 })
  const leave = await slots.enter('a', longMs)
  const next = slots.enter('a', longMs)
  await assert.rejects(slots.enter('a', 0), { key: 'unavailable' })
  leave()
  leave()
  const leaveNext = await next
  await assert.rejects(slots.enter('a', 0), { key: 'unavailable' })
  leaveNext()
  await slots.enter('a', 0)
})

test('keeps room for others, however many wait for one site', async () => {
  const slots = siteSlots({ maxOfSite: 1, maxInAll: 8 })
  const leave = await slots.enter('slow', longMs)
  const waiting = Array.from({ length: 5 }, () => slots.enter('slow', longMs))
  await assert.rejects(slots.enter('slow', longMs), { key: 'unavailable' })
  await slots.enter('other', 0)
  leave()
  for (const one of waiting) (await one)()
})
