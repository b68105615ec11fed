/** mdBook, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['mdbook'])
const files = {
  'a.rs':
    '// ANCHOR: b\nfn main() {\n    // ANCHOR: c\n    c();\n    // ANCHOR_END: c\n}\n// ANCHOR_END: b\n',
  'd/e.md': '{{#include f.md}} g\n',
  'd/f.md': 'f\n',
}

describe('mdBook', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['includes into code', '```rust\n{{#include a.rs:c}}\n```', '```rust\n    c();\n```'],
    ['leaves out the marks of anchors', '{{#include a.rs}}', 'fn main() {\n    c();\n}'],
    ['includes one line', '{{#include a.rs:2}}', 'fn main() {'],
    ['includes to the end', '{{#include a.rs:6:}}', '}'],
    ['includes from the start', '{{#include a.rs::2}}', 'fn main() {'],
    ['includes what a file includes, from its folder', '{{#include d/e.md}}', 'f g'],
    ['includes twice on a line', '{{#include d/f.md}}-{{#include d/f.md}}', 'f-f'],
    ['keeps attributes of Rust', '```rust\n#[a]\n# b\n## c\n#\n```', '```rust\n#[a]\n# c\n```'],
    ['keeps comments of other languages', '```sh\n# a\n```', '```sh\n# a\n```'],
    ['keeps headings', '# a', '# a'],
    ['keeps listings without words', '<Listing>\n\na\n\n</Listing>', 'a'],
    ['leaves brackets of a book without rules', '[c][setup.first]', '[c][setup.first]'],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document, files), expected))
  }

  test('says what is missing', () => {
    const noticed: string[] = []
    read('{{#include a.rs:x}} {{#foo}}', files, noticed)
    assert.deepEqual(noticed, ['include-missing a.rs:1', 'syntax-shown {{# … }} (foo):1'])
  })
})
