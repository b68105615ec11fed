import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  maxPackedBytes,
  packBytes,
  splitVersionBytes,
  toVersionBytes,
  unpackBytes,
} from './pack-bytes.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 400 }),
  fc.constant(''),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  text.map((value) => Buffer.from(value)),
)

test('gives back what was packed, by itself and as a difference from anything', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      assert.deepEqual(unpackBytes(packBytes(one)), Buffer.from(one))
      assert.deepEqual(unpackBytes(packBytes(one, other), other), Buffer.from(one))
    }),
  )
})

test('gives back a text among repeated ones, with one edit, as a few bytes', () => {
  const edit = fc.tuple(
    fc.nat(),
    text,
    text.map((unit) => `${unit}words `.repeat(200)),
  )
  fc.assert(
    fc.property(edit, ([at, added, whole]) => {
      const cut = at % whole.length
      const edited = Buffer.from(whole.slice(0, cut) + added + whole.slice(cut))
      const base = Buffer.from(whole)
      const packed = packBytes(edited, base)
      assert.deepEqual(unpackBytes(packed, base), edited)
      assert.ok(packed.length <= 150 + 4 * added.length, `${packed.length} bytes`)
    }),
  )
})

test('keeps one word in the largest texts as a small share of them', () => {
  const base = randomBytes(maxPackedBytes)
  for (const length of [40_000, 1_000_000, maxPackedBytes]) {
    const next = base.subarray(0, length)
    const one = Buffer.from(next)
    one.write('changed', one.length / 2)
    const packed = packBytes(one, next)
    assert.ok(packed.length < 2_000, `${length}: ${packed.length} bytes`)
    assert.deepEqual(unpackBytes(packed, next), one)
  }
})

test('refuses a difference from other bytes, and whatever is damaged', () => {
  const base = Buffer.from('one two three four five six seven '.repeat(40))
  const one = Buffer.from(base.toString().replace('four', 'vier'))
  const packed = packBytes(one, base)
  assert.throws(() => unpackBytes(packed))
  assert.throws(() => unpackBytes(packed, Buffer.from(base.toString().replaceAll('two', 'zwo'))))
  for (let at = 0; at < packed.length; at += 1) {
    const damaged = Buffer.from(packed)
    damaged[at] = (damaged[at] ?? 0) ^ 0x10
    // Some bits say nothing of the text.
    const found = tryTo(() => unpackBytes(damaged, base))
    assert.ok(found === undefined || found.equals(one), `bit of byte ${at}`)
    assert.throws(() => unpackBytes(packed.subarray(0, at), base), `cut at ${at}`)
  }
})

function tryTo<Result>(unpack: () => Result): Result | undefined {
  try {
    return unpack()
  } catch {
    return undefined
  }
}

test('throws for any other bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), bytes, (hostile, base) => {
      assert.throws(() => unpackBytes(hostile))
      assert.throws(() => unpackBytes(hostile, base))
    }),
  )
})

test('unpacks no more than the length that it was told, and that is bounded', () => {
  const packed = packBytes(Buffer.alloc(maxPackedBytes))
  assert.ok(packed.length < 2_000)
  for (const length of [0, 1, 1_000, maxPackedBytes - 1]) {
    const lying = Buffer.from(packed)
    lying.writeUInt32LE(length, 16)
    assert.throws(() => unpackBytes(lying), { code: 'ERR_BUFFER_TOO_LARGE' })
  }
  for (const length of [maxPackedBytes + 1, 2 ** 32 - 1]) {
    const lying = Buffer.from(packed)
    lying.writeUInt32LE(length, 16)
    assert.throws(() => unpackBytes(lying), { message: 'nothing packed begins like this' })
  }
})

test('takes the texts of a version apart as they were put together', () => {
  fc.assert(
    fc.property(text, text, (adf, markdown) => {
      const parts = splitVersionBytes(toVersionBytes({ adf, markdown }))
      assert.deepEqual(
        parts.map(String),
        [adf, markdown].map((value) => value.toWellFormed()),
      )
    }),
  )
  assert.deepEqual(splitVersionBytes(toVersionBytes({ adf: '{}', markdown: null })).map(String), [
    '{}',
    '',
  ])
})
