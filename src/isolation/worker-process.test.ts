/** What a worker is told while it works. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../test/support/base/wait-until.ts'
import type { Frame } from './frames.ts'
import { startWorker } from './worker-process.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 1024 ** 2, maxAdfBytes: 5 * 1024 ** 2 }
/** Takes long enough for a word to reach the worker meanwhile. */
const long = 'ttp://![h'.repeat(6_000)

function call(id: number, content: string): Frame {
  const body = { spaceId: 'A', parentId: '1', pageTitle: 'T', content }
  return {
    id,
    kind: 'call',
    task: 'prepare-import',
    value: { limits, engine: 'sqlite', isHashed: false },
    parts: [Buffer.from(JSON.stringify(body))],
  }
}

test('does no work that was taken back while it was at something else', async (t) => {
  const frames: Frame[] = []
  let isReady = false
  let isTaken = false
  const worker = startWorker(400, {
    onFrame(frame) {
      isReady = true
      frames.push(frame)
      // It has begun with the long one. Who takes the small one back is as quick as the machine.
      if (frame.kind !== 'part' || frame.id % 2 === 0) return
      isTaken = true
      worker.send([{ id: frame.id + 1, kind: 'forget', value: null, parts: [] }])
    },
    onEnd: () => {},
  })
  t.after(() => worker.kill())
  await waitUntil('the worker is ready', () => isReady)
  let id = 1
  const isForgotten = async (): Promise<boolean> => {
    const [first, second] = [id, id + 1]
    id += 2
    worker.send([call(first, long), call(second, 'small')])
    const endOf = (one: number) => frames.find((frame) => frame.id === one && frame.kind !== 'part')
    await waitUntil('both are answered', () => endOf(second) !== undefined)
    assert.equal(endOf(first)?.kind, 'result')
    return endOf(second)?.kind === 'error'
  }
  await waitUntil('a call is forgotten', isForgotten)
  assert.equal(isTaken, true)
})
