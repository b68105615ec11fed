/** Roles of Sphinx, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepsWords, readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf([])

describe('roles', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['become words', '{ref}`a b <c-d>` :term:`e`', 'a b e'],
    ['become code', '{py:func}`a.b` :class:`~a.B`', '`a.b` `B`'],
    ['link pages that are there', '{doc}`/a.md`, {doc}`b`', '[/a.md](a.md), b'],
    ['are left when nobody knows them', '{foo}`a` x:bar:`b`', '{foo}`a` x:bar:`b`'],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document, { 'a.md': '' }), expected))
  }

  keepsWords(read, ['{ref}`', '`', '{doc}`a <', '>`', ':func:`', '``', '{', '}'])
})
