import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { align } from './align.ts'

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 })

test('what is paired is the same, in order, and as much as can be', () => {
  fc.assert(
    fc.property(few, few, (items, others) => {
      const pairs = pairsOf(items, others)
      assert.equal(pairs.length, longestCommon(items, others))
    }),
  )
})

test('long sequences are aligned by what stands in them once', () => {
  const items = Array.from({ length: 5_000 }, (_, index) => `line ${index}`)
  const others = items.flatMap((item, index) => {
    if (index % 3 === 0) return [`new ${index}`, item]
    return index % 7 === 0 ? [] : [item]
  })
  const left = items.filter((_, index) => index % 3 === 0 || index % 7 !== 0).length
  assert.equal(pairsOf(items, others).length, left)
})

test('sequences that repeat themselves without end are given up, not searched for ever', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => `${index % 5}`)
  const others = Array.from({ length: 20_000 }, (_, index) => `${index % 7}`)
  pairsOf(items, others)
  const nested = Array.from({ length: 20_000 }, (_, index) => `${Math.floor(index / 2)}`)
  pairsOf(nested, nested.toReversed())
})

function pairsOf(items: readonly string[], others: readonly string[]): [number, number][] {
  const pairs = Array.from(align(items, others), (other, index): [number, number] => [index, other])
  const found = pairs.filter(([, other]) => other >= 0)
  for (const [index, other] of found) assert.equal(items[index], others[other])
  const order = found.map(([, other]) => other)
  assert.deepEqual(
    order,
    [...new Set(order)].sort((a, b) => a - b),
  )
  return found
}

function longestCommon(items: readonly string[], others: readonly string[]): number {
  let row = Array.from({ length: others.length + 1 }, () => 0)
  for (const item of items) {
    const next = [0]
    others.forEach((other, j) => {
      const most = Math.max(row[j + 1] as number, next[j] as number)
      next.push(item === other ? (row[j] as number) + 1 : most)
    })
    row = next
  }
  return row.at(-1) as number
}
