/** What the tests of a file or suite share: started before them, stopped after them. @module */
import { after, before } from 'node:test'

export function started<Thing extends { stop(): Promise<void> }>(
  start: () => Promise<Thing>,
  prepare?: (thing: Thing) => unknown,
): Thing {
  const thing = {} as Thing
  // One hook, because those of a file outside suites do not wait for each other.
  before(async () => {
    Object.assign(thing, await start())
    await prepare?.(thing)
  })
  after(() => thing.stop?.())
  return thing
}
