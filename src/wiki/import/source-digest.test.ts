import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { encodeText, sourceDigest } from './source-digest.ts'

const pieces = ['{"a":"’', 'é', '', '😀漢', '"}']

test('a text is encoded alike, however it is cut', () => {
  const whole = pieces.join('')
  assert.deepEqual(encodeText(...pieces), encodeText(whole))
  assert.equal(Buffer.from(encodeText(...pieces).utf8).toString(), whole)
  assert.equal(encodeText(...pieces).length, whole.length)
  assert.notDeepEqual(encodeText(...pieces), encodeText(whole.slice(1)))
})

test('a digest is that of the versions that stores hold', () => {
  const [title, markdown] = ['Tïtle', '# ’']
  const adf = pieces.join('')
  const text = [title, markdown, adf].map((part) => `${part.length}:${part}`).join('')
  assert.equal(
    sourceDigest({ title, markdown: encodeText(markdown), adf: encodeText(...pieces) }),
    createHash('sha256').update(`${text}imported`).digest('hex'),
  )
})
