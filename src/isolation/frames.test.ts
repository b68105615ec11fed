/** Frames arrive as they were written, however the bytes are cut. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeFrame, type Frame, frameReader } from './frames.ts'

/** Frames of more than a few kilobytes take another path. */
const long = fc
  .tuple(fc.integer({ min: 3_000, max: 9_000 }), fc.nat(255))
  .map(([length, byte]) => new Uint8Array(length).fill(byte))

const frames = fc.array(
  fc.record({
    id: fc.nat(),
    kind: fc.constantFrom('call', 'part', 'result', 'error'),
    value: fc.jsonValue(),
    parts: fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), long), { maxLength: 4 }),
  }),
  { maxLength: 6 },
)

test('reads what was written, cut anywhere', () => {
  fc.assert(
    fc.property(
      frames,
      fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 9_000 }))),
      (written, cuts) => {
        const bytes = Buffer.concat(written.flatMap((frame) => encodeFrame(frame as Frame)))
        const found: unknown[] = []
        const receive = frameReader(({ id, kind, value, parts }) => {
          found.push({ id, kind, value, parts: parts.map((part) => [...part]) })
        })
        let at = 0
        for (const length of [...cuts, bytes.length]) {
          if (at < bytes.length) receive(bytes.subarray(at, at + length))
          at += length
        }
        const expected = written.map((frame) => ({
          ...frame,
          value: JSON.parse(JSON.stringify(frame.value)),
          parts: frame.parts.map((part) => [...part]),
        }))
        assert.deepEqual(found, expected)
      },
    ),
  )
})

test('says of a frame that its buffer is its own only where no other stands in it', () => {
  const found: Frame[] = []
  const written = [1, 2].flatMap((id) =>
    [1, 8_000].flatMap((length) =>
      encodeFrame({ id, kind: 'result', value: null, parts: [new Uint8Array(length)] }),
    ),
  )
  frameReader((frame) => found.push(frame))(Buffer.concat(written))
  assert.deepEqual(
    found.map(({ isAlone }) => isAlone ?? false),
    [false, true, false, true],
  )
  const own = found.filter(({ isAlone }) => isAlone).flatMap(({ parts }) => parts)
  assert.equal(new Set(own.map(({ buffer }) => buffer)).size, 2)
})
