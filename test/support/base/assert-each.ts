/** What each of several things must have, in their order. @module */
import assert from 'node:assert/strict'

export function assertEach<Thing, Value>(
  things: readonly Thing[],
  read: (thing: Thing) => Value,
  expected: readonly Value[],
): void {
  assert.deepEqual(things.map(read), expected)
}
