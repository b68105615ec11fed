/** The archive: what it holds on to while it is written. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { boundedStream, type StreamBounds } from './zip-archive.ts'

const files = 2_000
const mostHeldOfAFile = 500

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

const never = 2 ** 30

/** A stream of three parts, what was made of it, and why it was given up. */
function streamOf(bounds: Partial<StreamBounds>, failsAt = 4) {
  const made: number[] = []
  const reasons: unknown[] = []
  let isReturned = false
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      for (const part of [1, 2, 3]) {
        if (part === failsAt) throw new Error('no more')
        made.push(part)
        yield Uint8Array.of(part)
      }
    } finally {
      isReturned = true
    }
  }
  const giveUp = (error: unknown): void => void reasons.push((error as Error).message)
  const bounded = boundedStream(parts(), { stallMs: never, maxMs: never, giveUp, ...bounds })
  return { ...bounded, made, reasons, isReturned: () => isReturned }
}

describe('a bounded stream', () => {
  test('gives all parts, and ends', async () => {
    const { stream, ended, reasons } = streamOf({})
    const taken: number[] = []
    for await (const [part] of stream) taken.push(part as number)
    assert.deepEqual(taken, [1, 2, 3])
    await ended
    assert.deepEqual(reasons, [])
  })

  test('makes no more than is taken', async () => {
    const { stream, made, ended } = streamOf({})
    const reader = stream.getReader()
    await reader.read()
    assert.ok(made.length <= 2)
    await reader.cancel()
    await ended
    assert.ok(made.length <= 2)
  })

  test('ends with a reader that takes nothing', async () => {
    const { ended, reasons, isReturned } = streamOf({ stallMs: 1 })
    await ended
    assert.deepEqual(reasons, ['the stream was not taken in time'])
    assert.ok(isReturned())
  })

  test('ends with its time', async () => {
    const { ended, reasons } = streamOf({ maxMs: 1 })
    await ended
    assert.deepEqual(reasons, ['the stream was not taken in time'])
  })

  test('tells of what cannot be made', async () => {
    const { stream, ended, reasons } = streamOf({}, 1)
    void stream.getReader().read()
    await ended
    assert.deepEqual(reasons, ['no more'])
  })
})
