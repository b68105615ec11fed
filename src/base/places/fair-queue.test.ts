/** Callers take turns, and whoever lost a turn has it again. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairQueue } from './fair-queue.ts'

interface Asked {
  readonly key: string
  readonly name: string
}

const asked = (name: string): Asked => ({ key: name.slice(0, 1), name })

function queueOf(...names: string[]) {
  const queue = fairQueue<Asked>()
  for (const name of names) queue.add(asked(name))
  const take = (): string | undefined => queue.next(() => true)?.name
  return { queue, takeAll: () => [...queue].map(take) }
}

test('puts one back before its caller’s others, and its caller before all', () => {
  const { queue, takeAll } = queueOf('a1', 'b2', 'b3')
  queue.putBack(asked('b1'))
  assert.equal(queue.length, 4)
  assert.deepEqual(takeAll(), ['b1', 'a1', 'b2', 'b3'])
  assert.deepEqual([queue.length, takeAll()], [0, []])
})

test('leaves everything where it is when nobody may have a turn', () => {
  const { queue, takeAll } = queueOf('a1', 'a2', 'b1')
  assert.equal(
    queue.next(() => false),
    undefined,
  )
  assert.deepEqual(takeAll(), ['a1', 'b1', 'a2'])
})
