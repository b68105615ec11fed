/** Links and images of wikis on GitHub, at their edges. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['gollum'])
const files = { 'Getting-Started': '', 'b c': '', 'd(e)': '', 'my logo.png': '' }

for (const [fact, document, expected] of [
  [
    'a hyphen is a space, and the other way round',
    '[[Getting Started]] [[b-c]]',
    '[Getting Started](Getting-Started) [b-c](<b c>)',
  ],
  [
    'a link leads to a heading',
    '[[Top|#first steps]] [[d|d(e)#f]]',
    '[Top](#first-steps) [d](<d(e)#f>)',
  ],
  [
    'an address of the web is one',
    '[[Words|https://example.org/a_b]] [[https://example.org]]',
    '[Words](https://example.org/a_b) https://example.org',
  ],
  ['a bar in a table has a backslash', '| [[a\\|b-c]] |', '| [a](<b c>) |'],
  [
    'an image may have one side, or none, and words',
    '[[my logo.png]] [[my logo.png|alt=a|height=30px]]',
    '![](<my logo.png>) ![a](<my logo.png>){height=30}',
  ],
  [
    'a table of contents, code and an escaped link stay',
    '[[_TOC_]] `[[a]]` \\[[a]]',
    '[[_TOC_]] `[[a]]` \\[[a]]',
  ],
] as const) {
  test(fact, () => assert.equal(read(document, files), expected))
}
