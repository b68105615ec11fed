/** Asserts what a list of things has, one expected value for each thing. @module */
import assert from 'node:assert/strict'

export function assertEach<Thing, Value>(
  things: readonly Thing[],
  read: (thing: Thing) => Value,
  expected: readonly Value[],
): void {
  assert.deepEqual(things.map(read), expected)
}
