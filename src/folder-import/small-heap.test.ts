/** V8's heap does not grow with what an import leaves behind, whoever imports. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const module = new URL('small-heap.ts', import.meta.url).href

/** What survives some collections has V8 make the space for new objects larger. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { withSmallHeap } from '${module}'
  const newSpace = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  const leaveGarbage = async () => {
    const kept = []
    for (let index = 0; index < 2_000_000; index += 1) kept[index % 200_000] = { index }
  }
  await withSmallHeap(leaveGarbage)
  const inSmall = newSpace()
  await leaveGarbage()
  process.stdout.write(JSON.stringify([inSmall, newSpace()]))
`

test('the space for new objects does not grow meanwhile, and may afterwards', () => {
  // Threads beside this one would decide by their speed when it is collected.
  const flags = ['--single-threaded', '--input-type=module', '-e', program]
  const output = execFileSync(process.execPath, flags)
  const [inSmall, afterwards] = JSON.parse(String(output)) as [number, number]
  assert.ok(4 * inSmall < afterwards, `${inSmall} bytes, and then ${afterwards}`)
})
