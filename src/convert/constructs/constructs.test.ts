/** The examples beside the constructs are what they become. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertSound } from '../../../test/support/conversion/conversion-cases.ts'
import { outlineOf } from '../../../test/support/conversion/outline.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { constructs } from './constructs.ts'

describe('an example of a construct becomes what it says', () => {
  for (const [markdown, outline] of constructs.flatMap(({ examples }) =>
    Object.entries(examples),
  )) {
    test(JSON.stringify(markdown), () => {
      assert.equal(outlineOf(markdownToAdf(markdown).adf), outline)
      assertSound(markdown)
    })
  }
})
