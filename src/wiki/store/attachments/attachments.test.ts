/** Addresses of attachments are changed where they are addresses, and nowhere else. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inlineAttributes } from '../../../convert/adf/images.ts'
import {
  listAttachments,
  listReferences,
  placeAttachments,
  withWholeAddresses,
} from './attachments.ts'

const digest = 'a1'.repeat(32)
const reference = `attachment:${digest}`
const path = `/wiki/spaces/DOCS/attachments/${digest}`
const origin = 'https://wiki.example'
const known = new Set([digest])

function adf(address: string, text = 'a'): string {
  const mark = { type: 'link', attrs: { href: address } }
  return JSON.stringify({
    version: 1,
    type: 'doc',
    content: [
      { type: 'media', attrs: { type: 'external', url: address } },
      { type: 'mediaInline', attrs: inlineAttributes({ type: 'external', url: address }) },
      { type: 'text', text, marks: [mark] },
    ],
  })
}

describe('the address of an attachment', () => {
  test('is found in each piece of a document', () => {
    const pieces = [adf(reference), adf('/u'), adf(reference.replaceAll('a1', 'b2')), adf(path)]
    assert.deepEqual([...listReferences(pieces)], [digest, 'b2'.repeat(32)])
    assert.deepEqual([...listAttachments(pieces)], [digest])
  })

  test('is left out for what is not there', () => {
    assert.equal(placeAttachments(adf(reference), 'DOCS', new Set()), adf(reference))
  })

  for (const text of [
    `"url":"${reference}"`,
    `{"url":"${path}"}`,
    `\\"url":"${reference}"`,
    `\\","url":"${path}"`,
    `"href":"${origin}${path}"`,
  ]) {
    test(`is never looked for in words: ${JSON.stringify(text)}`, () => {
      const document = adf('/u', text)
      assert.deepEqual(listReferences([document]), new Set())
      assert.deepEqual(listAttachments([document]), new Set())
      assert.equal(placeAttachments(document, 'DOCS', known), document)
      assert.equal(withWholeAddresses(document, origin), document)
    })
  }

  test('is counted, so that a page does not show more than the limit', () => {
    const many = Array.from({ length: 1_001 }, (_, index) =>
      adf(`attachment:${String(index).padStart(64, '0')}`),
    ).join()
    assert.throws(() => listReferences([many]), /shows 1001 attachments; at most 1000/)
  })
})
