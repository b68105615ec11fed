/** Headings, addresses and containers of Azure DevOps, at their edges. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['azure'])

for (const [fact, document, expected] of [
  [
    'a heading may begin with marks of its words',
    '#**A**\n##1. B\n###C',
    '# **A**\n## 1. B\n### C',
  ],
  ['the number of a work item is no heading', '#123 is done', '#123 is done'],
  [
    'the address of a page names its file, in definitions as well',
    '[a](./B%3A-c%2Dd.md#e)\n\n[a]: /B%2dc',
    '[a](./B%253A-c%252Dd.md#e)\n\n[a]: /B%252dc',
  ],
  [
    'addresses of the web and of attachments stay',
    '[a](https://example.org/b%2Dc) ![](/.attachments/d%2De.png =500x)',
    '[a](https://example.org/b%2Dc) ![](/.attachments/d%2De.png =500x)',
  ],
  [
    'a diagram is code as it is written, whatever stands in it',
    '::: mermaid\ngraph TD\n\n    A[`b`]-->C:::d\n:::\n\ne',
    '```mermaid\ngraph TD\n\n    A[`b`]-->C:::d\n```\n\ne',
  ],
  ['a list of pages below stands alone', 'a [[_TOSP_]]', 'a [[_TOSP_]]'],
] as const) {
  test(fact, () => assert.equal(read(document), expected))
}
