/** The archive: what it holds on to while it is written. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const files = 2_000

/** Of a process of its own, whose memory is that of the archive alone. */
const program = `
import { zipArchive } from '${new URL('./zip-archive.ts', import.meta.url)}'
async function* entries() {
  for (let count = 0; count < ${files}; count += 1) {
    yield { path: 'page-' + count + '.md', bytes: Buffer.from('words '.repeat(1_000)), savedAt: new Date(0) }
  }
}
const heldBytes = async () => {
  // What was just done lets go of its parts a turn later.
  await new Promise(setImmediate)
  gc()
  return process.memoryUsage().arrayBuffers
}
let first = 0
let written = 0
for await (const _ of zipArchive(entries())) {
  written += 1
  if (written === 100) first = await heldBytes()
  if (written === ${files}) process.stdout.write(String((await heldBytes()) - first))
}
`

test('holds of each file that is written only what the directory at the end needs', () => {
  const run = ['--expose-gc', '--input-type=module', '--eval', program]
  const heldBytes = Number(execFileSync(process.execPath, run, { encoding: 'utf8' }))
  assert.ok(heldBytes / files < 500, `${heldBytes} bytes of ${files} files`)
})
