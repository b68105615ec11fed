/** The labels of front matter, as a page can have them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractLimits, isLabel } from '../../importing/contract.ts'
import { DocumentError } from '../documents/document-error.ts'
import { pageLabels } from './page-labels.ts'

const { maxLabels, maxLabelLength } = contractLimits

test('what a label cannot hold becomes a hyphen, and is said with its line', () => {
  const names = ['api', 'Getting started', ' C# ', '!', 'v1.2', 'ci/cd', '日本語']
  const { labels, notices } = pageLabels({ names, line: 3 })
  assert.deepEqual(labels, ['api', 'Getting-started', 'C', 'v1-2', 'ci/cd', '日本語'])
  assert.ok(labels?.every(isLabel))
  assert.deepEqual(
    notices.map(({ message, line }) => [message.replace(/:.*/, ''), line]),
    [
      ['The label "Getting started" is imported as "Getting-started"', 3],
      ['The label " C# " is imported as "C"', 3],
      ['The label "!" is left out', 3],
      ['The label "v1.2" is imported as "v1-2"', 3],
    ],
  )
})

test('no field leaves the labels of the page, an empty one removes them', () => {
  assert.equal(pageLabels(undefined).labels, undefined)
  assert.deepEqual(pageLabels({ names: [], line: 2 }).labels, [])
})

test('more or longer labels than a page may have are refused', () => {
  const refusals: readonly [names: string[], message: RegExp][] = [
    [
      Array.from({ length: maxLabels + 1 }, (_, index) => `l${index}`),
      /has 51 labels, and a page may have 50/,
    ],
    [['x'.repeat(maxLabelLength + 1)], /has 256 characters, and one may have 255/],
  ]
  for (const [names, message] of refusals) {
    const isRefusal = (error: Error): boolean =>
      error instanceof DocumentError && message.test(error.message)
    assert.throws(() => pageLabels({ names, line: 2 }), isRefusal)
  }
  const same = pageLabels({ names: ['a', ...Array(maxLabels).fill('A')], line: 2 })
  assert.equal(same.labels?.length, 1)
})
