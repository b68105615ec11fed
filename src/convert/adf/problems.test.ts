/** The check of ADF: what it finds, and that the official schema agrees with it. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSchemaValid, schemaTypes } from '../../../test/support/conversion/written-documents.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import { markRows, nodeRules } from './content-rules.ts'
import { problems } from './problems.ts'

const doc = (...content: unknown[]): unknown => ({ type: 'doc', version: 1, content })
const p = (...content: unknown[]): object => ({ type: 'paragraph', content })
const t = (text: unknown, ...marks: unknown[]): object => ({ type: 'text', text, marks })
const centered = { ...p(), marks: [{ type: 'alignment', attrs: { align: 'center' } }] }

describe('the problems of a document', () => {
  for (const [name, value, ...expected] of [
    ['a valid one', doc(p(t('a')))],
    ['an empty one', doc()],
    ['no object', null, 'doc must be an object'],
    ['a list', [], 'doc must be an object'],
    ['another type', { type: 'page' }, 'doc.type must be "doc"'],
    [
      'no version and no content',
      { type: 'doc', attrs: {} },
      'doc.version must be 1',
      'doc has an unknown member "attrs"',
      'doc.content must be an array',
    ],
    ['a child that is no node', doc(1), 'doc.content[0] must be a node with a type'],
    ['an unknown type', doc({ type: 'blink' }), 'doc.content[0] has the unknown type "blink"'],
    [
      'a type of the prototype',
      doc({ type: 'constructor' }),
      'doc.content[0] has the unknown type "constructor"',
    ],
    ['a doc in a doc', doc(doc()), 'doc.content[0] has the unknown type "doc"'],
    [
      'a misplaced node',
      doc({ type: 'listItem', content: [p()] }),
      'doc.content[0]: listItem cannot stand inside doc',
    ],
    ['an empty list', doc({ type: 'bulletList' }), 'doc.content[0]: bulletList must not be empty'],
    [
      'empty text',
      doc(p(t(''))),
      'doc.content[0].content[0].text must be a string that is not empty',
    ],
    [
      'content in a leaf',
      doc({ type: 'rule', content: [] }),
      'doc.content[0]: rule has no content',
    ],
    [
      'content that is no list',
      doc({ type: 'paragraph', content: 'a' }),
      'doc.content[0].content must be an array',
    ],
    [
      'an attribute too many',
      doc({ type: 'rule', attrs: { color: 'red' } }),
      'doc.content[0].attrs has an unknown member "color"',
    ],
    [
      'an attribute too few',
      doc({ type: 'heading' }),
      'doc.content[0].attrs.level is required and must be valid',
    ],
    [
      'a wrong attribute',
      doc({ type: 'codeBlock', attrs: { language: 1 } }),
      'doc.content[0].attrs.language is not valid',
    ],
    [
      'attributes that are none',
      doc({ type: 'rule', attrs: null }),
      'doc.content[0].attrs must be an object',
    ],
    [
      'code with another mark',
      doc(p(t('a', { type: 'code' }, { type: 'em' }))),
      'doc.content[0].content[0]: the mark code stands alone',
    ],
    [
      'a mark twice',
      doc(p(t('a', { type: 'em' }, { type: 'em' }))),
      'doc.content[0].content[0].marks[1]: em is there twice',
    ],
    [
      'an unknown mark',
      doc(p(t('a', { type: '__proto__' }))),
      'doc.content[0].content[0].marks[0]: this mark cannot stand here',
    ],
    [
      'marks in code',
      doc({ type: 'codeBlock', content: [t('a', { type: 'em' })] }),
      'doc.content[0].content[0]: text inside codeBlock has no marks',
    ],
    [
      'aligned text in a list',
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [centered] }] }),
      'doc.content[0].content[0].content[0]: the mark alignment cannot stand inside listItem',
    ],
  ] as const) {
    test(`with ${name} are ${expected.length === 0 ? 'none' : 'found'}`, () => {
      assert.deepEqual(problems(value), expected)
    })
  }

  test('are found however deep, without exhausting the stack', () => {
    let nested: unknown = p()
    for (let depth = 0; depth < 100_000; depth += 1) {
      nested = { type: 'bulletList', content: [{ type: 'listItem', content: [nested] }] }
    }
    const [problem] = problems(doc(nested))
    assert.match(problem ?? '', /nests deeper than 400 levels$/)
  })

  test('are no more than a hundred', () => {
    assert.equal(problems(doc(...Array.from({ length: 1_000 }, () => 1))).length, 100)
  })

  test('are found in any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.ok(problems(value).length > 0)
        assert.ok(Array.isArray(problems(doc(value))))
      }),
    )
  })
})

test('there are the types that the official schema has', () => {
  // Only the editor makes synced blocks.
  const synced = ['syncBlock', 'bodiedSyncBlock']
  const types = new Set([...Object.keys(nodeRules), ...Object.keys(markRows), ...synced])
  assert.deepEqual([...types].sort(), schemaTypes())
})

test('a document without problems is valid by the official schema', () => {
  let valid = 0
  let invalid = 0
  fc.assert(
    fc.property(fc.array(fc.nat(999), { maxLength: 60, size: 'max' }), (choices) => {
      const generated = generatedDoc(choices)
      if (problems(generated).length > 0) invalid += 1
      else {
        valid += 1
        assert.ok(isSchemaValid(generated), JSON.stringify(generated))
      }
    }),
    { numRuns: Number(process.env.MARKPORT_TEST_DOCUMENTS ?? 3_000) },
  )
  assert.ok(valid > 100 && invalid > 100, `${valid} valid, ${invalid} invalid`)
})
