/**
 * Prints how many bytes of memory one conversion leaves in V8's old space, which only a major
 * collection frees: `node --expose-gc promoted-bytes.ts`.
 * @module
 */
import { readFileSync } from 'node:fs'
import { getHeapSpaceStatistics } from 'node:v8'
import { convertDocument } from '../../../src/convert/convert-document.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 2 ** 20, maxAdfBytes: 2 ** 24, title: 'A title' }
const markdown = readFileSync(new URL('../../fixtures/kitchen-sink.md', import.meta.url), 'utf8')
const [warmUps, count] = [200, 50]
const collect = globalThis.gc as NonNullable<typeof gc>

for (let round = 0; round < warmUps; round += 1) convertDocument(markdown, limits)
collect()
collect()
const before = oldBytes()
for (let round = 0; round < count; round += 1) {
  convertDocument(markdown, limits)
  await new Promise((resolve) => setTimeout(resolve, 0))
  // What survives two minor collections is moved to the old space.
  collect({ type: 'minor' })
  collect({ type: 'minor' })
}
process.stdout.write(String(Math.round((oldBytes() - before) / count)))

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((sum, { space_used_size: size }) => sum + size, 0)
}
