/** Abbreviations, and what explains them. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWith } from '../../../../test/support/conversion/dialect-context.ts'
import { mkdocsAbbreviations } from './references.ts'

describe('abbreviations', () => {
  for (const [fact, written, becomes] of [
    ['are explained at the end', '*[A B]: C\nA and B', 'A and B\n\nA B\n: C'],
    ['are not seen when nothing says them', 'a `A`\n*[A]: "B"', 'a `A`\n\n[//]: # "*[A]: \\"B\\""'],
  ] as const) {
    test(fact, () => assert.equal(readWith(mkdocsAbbreviations, written), becomes))
  }
})
