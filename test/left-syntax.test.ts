/** The scan of finished pages for syntax of generators, over what it must find and what it must not. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AdfDoc } from '../src/adf/types.ts'
import { markdownToAdf } from '../src/convert/markdown-to-adf.ts'
import { leftSyntax, signs } from './support/conversion/left-syntax.ts'

const paragraph = (...content: readonly object[]): AdfDoc =>
  ({ type: 'doc', version: 1, content: [{ type: 'paragraph', content }] }) as unknown as AdfDoc

const found = (document: AdfDoc, source = '', title = 'A page'): string[] =>
  leftSyntax(document, title, source).map(({ sign }) => sign)

/** The text of a likeness, its code marked as such. */
const nodesOf = (likeness: string): object[] =>
  likeness
    .split(/(\ufffc)/)
    .filter((part) => part !== '')
    .map((text) =>
      text === '\ufffc'
        ? { type: 'text', text: 'code', marks: [{ type: 'code' }] }
        : { type: 'text', text },
    )

describe('each sign', () => {
  for (const [sign, { likeness }] of Object.entries(signs)) {
    test(`${sign} is found in words, and not in code`, () => {
      assert.ok(found(paragraph(...nodesOf(likeness)), `${likeness}<></>`).includes(sign))
      const source = `Write \`${likeness}\` there.`
      assert.deepEqual(found(markdownToAdf(source).adf, source), [])
      const fenced = `\`\`\`\n${likeness}\n\`\`\``
      assert.deepEqual(found(markdownToAdf(fenced).adf, fenced), [])
    })
  }
})

test('titles are looked at, of pages and of parts that open', () => {
  assert.deepEqual(found(paragraph(), '', 'A {{ b }}'), ['{{ }}'])
  const { adf } = markdownToAdf('<details><summary>A {% b %}</summary>\n\nc\n\n</details>')
  assert.deepEqual(found(adf), ['{% %}'])
})

test('code is looked at that its author has not written', () => {
  const shown = markdownToAdf('`<Card />`\n\n```jsx\n<Tabs\n  a />\n```').adf
  assert.deepEqual(found(shown, '<Card />\n\n<Tabs\n  a />'), ['<Component>'])
})

test('code in links is plain text', () => {
  const source = '[`<slot />`](a) and\n\n> ```\n> <b>\n> ```'
  assert.deepEqual(found(markdownToAdf(source).adf, source), [])
})

test('code of Liquid is code, whatever marks it as raw', () => {
  for (const [markdown, source] of [
    ['`{% a %}`', '`{% raw %}{% a %}{% endraw %}`\n\n{% a %}'],
    ['```\n<b>\n```', '{% highlight html %}\n<b>\n{% endhighlight %}\n\n<b>\n</b>'],
  ] as const) {
    assert.deepEqual(found(markdownToAdf(markdown).adf, source), [])
  }
})

test('what its author shows on purpose is none, and the same elsewhere is', () => {
  const words = paragraph({ type: 'text', text: 'A <Card> and {{ b }}.' })
  assert.deepEqual(found(words, 'A \\<Card></Card> and <span v-pre>{{ b }}</span>.'), [])
  assert.deepEqual(found(words, 'A &lt;Card&gt;</Card> and {{ b }}.'), ['{{ }}'])
  assert.deepEqual(found(words, 'A <Card></Card> and {{ b }}.'), ['{{ }}', '<Component>'])
  assert.deepEqual(found(paragraph({ type: 'text', text: 'app/[[...slug]]/page.tsx' })), [])
})

test('what is syntax of no generator is none', () => {
  for (const text of [
    'By the id <KEYID>, or -n <my-space>',
    '</> with care',
    '{ "name": "a", "text": "b" }',
    "'{{.app.name}}' and {{ .Values.a }}",
    'About](#about), [Setup](a b)',
    '---',
  ]) {
    assert.deepEqual(found(paragraph({ type: 'text', text }), text), [], text)
  }
  assert.deepEqual(found(markdownToAdf('- **slug:** a').adf), [])
})

test('code of other files, and code in a way of its own, is its authors', () => {
  const shown = markdownToAdf('```\n---\na: b\n---\n```').adf
  assert.deepEqual(found(shown, '---\ntitle: c\n---\n\nd'), [])
  assert.deepEqual(found(shown, '{% capture e %}\n---\na: b\n---\n{% endcapture %}'), [])
  assert.deepEqual(found(shown, 'd\n\n---\na: b\n---'), ['---'])
  const braced = markdownToAdf('`{{< version >}}`').adf
  assert.deepEqual(found(braced, 'As `{{{< version >}}}` and {{< version >}}.'), [])
})

test('titles that front matter says are their own, in lists of them as well', () => {
  const source = '---\ntitle: The <slot> element\n---\n'
  assert.deepEqual(found(paragraph(), source, 'The <slot> element'), [])
  const list = paragraph({ type: 'text', text: 'The <slot> element' })
  assert.deepEqual(leftSyntax(list, 'A page', '', new Set(['The <slot> element'])), [])
  assert.deepEqual(found(list), ['<element>'])
})

test('ordinary words are none', () => {
  const words =
    'A < b and c > d: a list [1] of {a, b}, 10% or 20%, e.g. (see there) = 5! What? a:b:c @ home.\n\n' +
    'Titles: many. Import the data from there. Export it. 5 --- 6 `{{ a }}` and `<b>`.'
  assert.deepEqual(found(markdownToAdf(words).adf, words), [])
})
