/** VitePress, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['vitepress'])
const files = {
  'a.js':
    '// before\n// #region b\n  let b = 1\n  // #region c\n  let c\n  // #endregion c\n// #endregion b\n',
  'a.py': '# region b\nb = 1\n# endregion b\n',
  'a.html': '<p>\n<!-- #region b -->\n<b>\n<!-- #endregion b -->\n',
  'part.md': '---\nx: 1\n---\n# A\n\n## B c\n\nd\n\n## E\n\nf\n',
  'fence.md': '- a\n\n  ```js\n  b',
  'comment.md': 'a\n\n<!-- b\n\nc\n',
  'self.md': 'a\n<!--@include: ./self.md-->\n',
}

describe('VitePress', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['shows a region without its marks', '<<< @/a.js#b', '```js\nlet b = 1\nlet c\n```'],
    ['shows a region of Python', '<<< ./a.py#b', '```py\nb = 1\n```'],
    ['shows a region of HTML', '<<< @/a.html#b{1 vue:line-numbers}', '```vue {1}\n<b>\n```'],
    ['shows code in a list', '- x\n\n  <<< @/a.py#b', '- x\n\n  ```py\n  b = 1\n  ```'],
    ['includes what stands below a heading', '<!--@include: ./part.md#b-c-->', '## B c\n\nd'],
    ['includes lines', '<!-- @include: ./part.md{3,4} -->', '## B c'],
    [
      'ends the code of a file with it',
      '<!--@include: ./fence.md-->\n# C',
      '- a\n\n  ```js\n  b\n  ```\n# C',
    ],
    [
      'ends the comment of a file with it',
      '<!--@include: ./comment.md-->\n# D',
      'a\n\n<!-- b\n\nc-->\n# D',
    ],
    ['includes no file in itself', '<!--@include: ./self.md-->', 'a\n'],
    [
      'keeps words in a group of code',
      '::: code-group\na\n\n```js\nb\n```\n:::',
      'a\n\n<details name=tabs><summary>js</summary>\n\n```js\nb\n```\n\n</details>',
    ],
    [
      'shows what the front page says, and what stands below it',
      '---\nlayout: home\nhero:\n  name: A\n  text: >\n    b\n    c\n  actions:\n    - theme: d\n      text: "[e]"\n      link: ./f\n    - text: g\nfeatures:\n  - icon: h\n    title: i\n    link: /j\n---\nk',
      '---\nlayout: home\nhero:\n  name: A\n  text: >\n    b\n    c\n  actions:\n    - theme: d\n      text: "[e]"\n      link: ./f\n    - text: g\nfeatures:\n  - icon: h\n    title: i\n    link: /j\n---\n\n**A**\n\nb c\n\n[\\[e\\]](./f)\n\ng\n\n**[i](/j)**\n\nk',
    ],
    [
      'shows the front page of VuePress',
      '---\nhome: true\nheroText: A\ntagline: b\nactionText: c\nactionLink: /d\nfeatures:\n- title: e\n  details: f\n---',
      '---\nhome: true\nheroText: A\ntagline: b\nactionText: c\nactionLink: /d\nfeatures:\n- title: e\n  details: f\n---\n\n**A**\n\nb\n\n[c](/d)\n\n**e**\n\nf',
    ],
    [
      'leaves front matter that is none',
      '---\nhero: 1\nfeatures: [2, null]\n---\na',
      '---\nhero: 1\nfeatures: [2, null]\n---\na',
    ],
    ['nests containers', '::: raw\n::: v-pre\na\n:::\n:::', 'a'],
    [
      'makes a note of a container of its own',
      '::: success Great\na\n:::\n::: my-own\nb\n:::',
      '::: success Great\na\n:::\n\n> [!NOTE] My own\n> b',
    ],
    [
      'keeps the lines that are marked',
      '```js{1}\na // [!code --]\nb /* [!code focus:2] */\nc\nd # [!code word:e]\n```',
      '```js{1} {2-3} del={1}\na\nb\nc\nd\n```',
    ],
    ['leaves marks that stand in words', 'a // [!code --]', 'a // [!code --]'],
    ['keeps a name of a heading with a badge', '# A <Badge text="b" /> {#c}', '# A (b) {#c}'],
    [
      'names a heading of code by its words',
      '## `<A />` <Badge text="b" />\n\n## + <Badge text="b" />',
      '## `<A />` (b) {#a}\n\n## + (b)',
    ],
    ['shows words of a badge', 'a <Badge>b</Badge>', 'a (b)'],
    ['keeps elements that show a program', '`<script setup>`', '`<script setup>`'],
    ['leaves out values that a program makes', 'a {{ b }} c {{ d ? 1 : 2 }}', 'a  c '],
    [
      'shows what is no value',
      '<div v-pre>\n\n{{ b }}\n\n</div>',
      '<div v-pre>\n\n&#123;{ b }}\n\n</div>',
    ],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document, files), expected))
  }

  test('says what file or region is missing', () => {
    const noticed: string[] = []
    assert.equal(read('<<< @/a.js#x\n\n<<< @/none.js', files, noticed).trim(), '')
    assert.deepEqual(noticed, ['include-missing /a.js#x:1', 'include-missing /none.js:3'])
  })

  test('shows what stands in slots of components, and no templates of programs', () => {
    const slots =
      '<Hero>\n  <template #title>A</template>\n  <template v-slot:lead>\n    *b*\n  </template>\n</Hero>'
    assert.equal(read(`${slots}\n\n<template><p>c</p></template>\n\nd`).trim(), 'A\n\n*b*\n\n\n\nd')
  })

  test('knows the table of contents', () => {
    const noticed: string[] = []
    assert.equal(read('[[toc]]', {}, noticed), '[[toc]]')
    assert.deepEqual(noticed, [])
  })
})
