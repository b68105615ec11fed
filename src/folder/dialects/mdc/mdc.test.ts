/** Components of Nuxt Content, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['mdc'])

describe('Nuxt Content', () => {
  for (const [fact, document, expected] of [
    ['has slots, which are no headings', '::hero\n#title\nA\n\n#description\nb\n::', 'A\n\nb'],
    [
      'nests, deeper than code is indented',
      '::u-grid\n  :::u-feature\n  ---\n  title: A\n  to: /b\n  icon: c\n  ---\n  #description\n  d\n\n    ::::u-e{label="F"}\n    g\n    ::::\n  :::\n::',
      '**[A](/b)**\n\nd\n\n  **F**\n\n  g',
    ],
    [
      'has notes',
      '::prose-tip\na\n::\n\n::callout{color="warning"}\nb\n::',
      '> [!TIP]\n> a\n\n> [!WARNING]\n> b',
    ],
    [
      'has groups of code',
      '::code-group\n```sh [npm]\nnpm i\n```\n::',
      '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
    ],
    [
      'has tabs',
      '::tabs\n  :::tabs-item{label="A"}\n  b\n  :::\n::',
      '<details name=tabs><summary>A</summary>\n\nb\n\n</details>',
    ],
    ['has buttons', ':u-button{label="A" to="/b"} :icon{name="c"} d', '[A](/b)  d'],
    ['has words with attributes', '[a]{.b} c :br d', 'a c <br> d'],
    ['leaves colons in words', 'a:b[c] d::e{f} 10:30 :c', 'a:b[c] d::e{f} 10:30 :c'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }

  test('tells of what nobody knows, once for each kind', () => {
    const noticed: string[] = []
    assert.equal(read('::a-b\n::\n\nc :d{e="f"}\n\n::a-b\n::', {}, noticed).trim(), 'c')
    assert.deepEqual(noticed, ['syntax-left-out ::a-b (2 times):1', 'syntax-left-out :d (e):4'])
  })

  for (const [written, becomes, ...told] of [
    [
      '::card\n---\ntitle: "A `b"\nlinks:\n  - label: c\nui:\n  d: e\n---\nf\n::\n\ng `h`',
      '**A \\`b**\n\nf\n\ng `h`',
      '::card (links):1',
    ],
    [
      '::callout{to="/a" color="info" since="c"}\nb\n::',
      '> [!INFO]\n> [/a](/a)\n>\n> b',
      '::callout (since):1',
    ],
    [
      '::collapsible{title="A" label="b" description="c *d*" to="/e" since="f"}\ng\n::',
      '<details><summary>A</summary>\n\nb\n\nc *d*\n\n[/e](/e)\n\ng\n\n</details>',
      '::collapsible (since):1',
    ],
    [
      '::tabs-item{name="a" description="b"}\nc\n::',
      '<details name=tabs><summary>a</summary>\n\nb\n\nc\n\n</details>',
    ],
    [
      '::code-group{title="A" description="b"}\n```sh\nc\n```\n::',
      '**A**\n\nb\n\n<details name=tabs><summary>sh</summary>\n\n```sh\nc\n```\n\n</details>',
    ],
    ['a :video{src="b.mp4"} :img{src="c.png" alt="d"}', 'a [b.mp4](b.mp4) ![d](c.png)'],
    ['::card\n---\na: [\n---\nb\n::', 'b', '::card (YAML that cannot be read):1'],
    ['::list{:items="[1]" :open="true"}\na\n::', 'a', '::list (items):1'],
    [':b[c]{text="d" to="/e" since="1.2.x"}', 'c ([d](/e))', ':b (since):1'],
  ] as const) {
    test(`tells what is not shown of ${written.split('\n', 1)}`, () => {
      const noticed: string[] = []
      assert.equal(read(written, {}, noticed), becomes)
      assert.deepEqual(
        noticed,
        told.map((one) => `syntax-left-out ${one}`),
      )
    })
  }
})
