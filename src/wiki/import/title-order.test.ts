import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleOrder } from './title-order.ts'

function sorted(titles: readonly string[]): string[] {
  const key = (title: string): Buffer => Buffer.from(titleOrder(title))
  return titles.toSorted((one, other) => Buffer.compare(key(one), key(other)))
}

test('sorts numbers as numbers, and letters without case and accents', () => {
  const titles = ['1. Start', '2. Go on', '10. End', 'Appendix', 'Éclair', 'fig', 'Fig 2', 'Fig 10']
  assert.deepEqual(sorted(titles.toReversed()), titles)
  assert.equal(titleOrder(' CAFÉ 007 '), titleOrder('Cafe\u0301 7'))
})

test('sorts numbers of any length', () => {
  const titles = ['9', '12345678901', `1${'0'.repeat(98)}`, `2${'0'.repeat(98)}`]
  assert.deepEqual(sorted(titles.toReversed()), titles)
})

test('is short, and what every store takes', () => {
  for (const title of ['1a'.repeat(127), '\ufdfa'.repeat(255), '😀'.repeat(127), '\ud800\0']) {
    const order = titleOrder(title)
    assert.ok(order.length <= 255 && order.isWellFormed() && !order.includes('\0'), title)
  }
})
