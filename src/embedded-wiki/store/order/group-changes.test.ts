import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatedChange, groupChanges, reaches } from './group-changes.ts'

const minuteMs = 60_000

/** Changes as `[minute, author, space]`, newest first; their ids are their places in the list. */
function changes(...rows: readonly [number, number, number][]): DatedChange[] {
  return rows.map(([minute, authorId, spaceId], pageId) => ({
    pageId,
    authorId,
    spaceId,
    atMs: minute * minuteMs,
  }))
}

test('what one author changes in one space is a group, whoever else writes meanwhile', () => {
  const groups = groupChanges(changes([9, 1, 1], [8, 2, 1], [7, 1, 1], [6, 1, 2], [5, 1, 1]), 20)
  assert.deepEqual(
    groups.map(({ pageIds }) => pageIds),
    [[0, 2, 4], [1], [3]],
  )
})

test('a group lasts as long as no pause is longer than ten minutes', () => {
  const groups = groupChanges(changes([40, 1, 1], [30, 1, 1], [20, 1, 1], [9, 1, 1]), 20)
  assert.deepEqual(
    groups.map(({ pages, atMs, sinceMs }) => [pages, atMs / minuteMs, sinceMs / minuteMs]),
    [
      [3, 40, 20],
      [1, 9, 9],
    ],
  )
})

test('after the last group changes are only counted to those that there are', () => {
  const groups = groupChanges(changes([9, 1, 1], [8, 2, 1], [7, 3, 1], [6, 1, 1]), 2)
  assert.deepEqual(
    groups.map(({ authorId, pages }) => [authorId, pages]),
    [
      [1, 2],
      [2, 1],
    ],
  )
})

test('of a large group the newest pages are kept, and all are counted', () => {
  const rows = Array.from({ length: 252 }, (_, index): [number, number, number] => [-index, 1, 1])
  const [group] = groupChanges(changes(...rows), 20)
  assert.ok(group)
  assert.deepEqual(
    group.pageIds,
    Array.from({ length: 20 }, (_, index) => index),
  )
  assert.equal(group.pages, 252)
  assert.ok(reaches(group, -261 * minuteMs))
  assert.ok(!reaches(group, -262 * minuteMs))
})
