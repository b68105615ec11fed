/** How wrong fields are refused: in our own words, which name the field. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { checkRequest } from './check-request.ts'
import { errorBody, RequestError } from './errors.ts'
import { importRequest } from './import-request.ts'
import { contractLimits } from './limits.ts'
import { previewRequest } from './preview-request.ts'
import { reservationRequest } from './reservation-request.ts'

const page = { ref: 'a', pageTitle: 'Title', parentId: '1' }

const requests: Readonly<Record<string, readonly [schema: z.ZodObject, valid: object]>> = {
  import: [importRequest, { spaceId: 'DOCS', parentId: '1', pageTitle: 'Title', content: 'x' }],
  reservation: [reservationRequest, { spaceId: 'DOCS', pages: [page] }],
  preview: [previewRequest, { spaceId: 'DOCS' }],
}

function refusalOf(schema: z.ZodObject, members: unknown): RequestError | undefined {
  try {
    checkRequest(schema, members)
    return undefined
  } catch (error) {
    assert.ok(error instanceof RequestError)
    return error
  }
}

const values = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  '',
  ' ',
  'x\ny',
  '\0',
  '\ud800',
  '\u200b',
  {},
  [],
  [1],
  ['a b'],
  [null],
  [[]],
  [{}],
  [page, page],
  ['x'.repeat(300)],
  'x'.repeat(3_000),
  Array(2_000).fill('x'),
  Array(2_000).fill({}),
  ...[
    { ...page, ref: 1 },
    { ...page, parentRef: 'b' },
    { ...page, parentId: 1 },
  ].map((one) => [one]),
  ...[{ file: 1 }, { line: 'x' }, { isNew: 1 }, { pageId: 1, version: 'x' }].map((one) => [one]),
]

describe('a wrong field', () => {
  for (const [name, [schema, valid]] of Object.entries(requests)) {
    test(`of a request for an ${name} is named in a sentence of ours`, () => {
      assert.equal(refusalOf(schema, valid), undefined)
      let refused = 0
      for (const field of Object.keys(schema.shape)) {
        for (const value of [...values, undefined]) {
          const refusal = refusalOf(schema, { ...valid, [field]: value })
          if (refusal === undefined) continue
          refused += 1
          const { message } = refusal
          assert.equal(refusal.key, 'bad-request')
          assert.equal(refusal.field, field)
          assert.match(
            message,
            /^\w+(?:\[\d+\])?(?:\.\w+)? (?:must|is required: |leads |needs )[^\n]+\.$/u,
          )
          assert.doesNotMatch(message, /undefined|Invalid|expected|received/)
          assert.ok(errorBody(refusal).length < contractLimits.maxMessageLength, message)
        }
      }
      assert.ok(refused > 20)
    })
  }

  test('is refused with what is right', () => {
    const messages = Object.entries({
      spaceId: 7,
      parentId: null,
      pageTitle: 'two\nlines',
      content: ' ',
      overwrite: 'yes',
      labels: ['good', 'not good'],
      position: '1',
      navigationTitle: 'x'.repeat(300),
      pageId: '',
    }).map(([field, value]) => {
      const [schema, valid] = requests.import as [z.ZodObject, object]
      return refusalOf(schema, { ...valid, [field]: value })?.message
    })
    assert.deepEqual(messages, [
      'spaceId must be a string, got a number.',
      'parentId is required: id of the parent page, as a non-empty string, got null.',
      'pageTitle must not contain control characters such as line breaks or tabs.',
      'content must not be blank.',
      'overwrite must be true or false, got a string.',
      'labels[1] must be letters, digits and -_+/ only, without spaces, got "not good".',
      'position must be a whole number from 0 to 9007199254740990, got a string.',
      'navigationTitle must be 1 to 255 characters, got 300.',
      'pageId must be a non-empty string or be left out, got an empty string.',
    ])
  })
})

test('unknown fields are listed at every level, and the rows of reports are bounded', () => {
  const staying = Array(2_000).fill({ size: 1 })
  const { fields, unknownFields } = checkRequest(previewRequest, {
    spaceId: 'DOCS',
    colour: 1,
    staying: staying.slice(0, 2),
    gone: [{ pageId: '7', version: 1 }],
  })
  assert.deepEqual(unknownFields, ['colour', 'staying[0].size', 'staying[1].size'])
  assert.deepEqual(fields.gone, [{ pageId: '7', version: 1 }])
  assert.match(
    String(refusalOf(previewRequest, { spaceId: 'DOCS', staying })),
    /has 1000 fields that are not known; at most 100 are ignored/,
  )
})
