/** What a request's body must be before its fields are looked at. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractLimits } from '../../contract/limits.ts'
import { readImport } from './read-request.ts'

const fields = { spaceId: 'DOCS', parentId: '1', pageTitle: 'T', content: 'c' }
const read = (body: unknown) => readImport(Buffer.from(JSON.stringify(body)), 1_000)

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) }
}

test('a body may nest as deep as the contract says, in fields that it does not know', () => {
  const { maxJsonDepth } = contractLimits
  assert.deepEqual(read({ ...fields, more: nested(maxJsonDepth - 1) }).unknownFields, ['more'])
  assert.throws(() => read({ ...fields, more: nested(maxJsonDepth) }), {
    key: 'bad-request',
    message: `The request body nests more than ${maxJsonDepth} levels of JSON. Send only the documented fields.`,
  })
})

test('a body may have as many unknown fields as the contract says', () => {
  const { maxUnknownFields } = contractLimits
  const unknown = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  assert.equal(
    read({ ...fields, ...unknown(maxUnknownFields) }).unknownFields.length,
    maxUnknownFields,
  )
  assert.throws(() => read({ ...fields, ...unknown(maxUnknownFields + 1) }), {
    key: 'bad-request',
    message: `The request body has ${maxUnknownFields + 1} fields that are not known; at most ${maxUnknownFields} are ignored. Send only the documented fields.`,
  })
})
