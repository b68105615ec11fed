/** The archive: what it holds on to while it is written. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const files = 2_000
const mostHeldOfAFile = 500

/** Runs in its own process, so that the memory is the archive's alone. */
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
  if (written === ${files}) {
    // V8 gives memory of buffers back in a thread of its own, which a busy machine lets wait.
    let held = (await heldBytes()) - first
    for (let looks = 0; held > ${files * mostHeldOfAFile} && looks < 100; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      held = (await heldBytes()) - first
    }
    process.stdout.write(String(held))
  }
}
`

test('holds of each file that is written only what the directory at the end needs', () => {
  const run = ['--expose-gc', '--input-type=module', '--eval', program]
  const heldBytes = Number(execFileSync(process.execPath, run, { encoding: 'utf8' }))
  assert.ok(heldBytes / files <= mostHeldOfAFile, `${heldBytes} bytes of ${files} files`)
})
