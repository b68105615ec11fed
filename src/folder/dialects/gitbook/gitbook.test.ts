/** The blocks of GitBook: alone, in one another, and half-written. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf } from '../../../../test/support/conversion/dialect-context.ts'
import { readDialects } from '../read-dialects.ts'

function read(document: string, noticed: string[] = []): string {
  return readDialects(document, ['gitbook'], contextOf({}, noticed)).markdown
}

const cases: readonly [fact: string, written: string, becomes: string][] = [
  [
    'a hint in a list',
    '- a\n\n  {% hint style="danger" %}\n  b\n  {% endhint %}',
    '- a\n\n  > [!DANGER]\n  > b',
  ],
  ['a hint on one line', '{% hint style="tip" %} a {% endhint %}', '> [!TIP]\n> a'],
  [
    'tabs with a hint and code',
    '{% tabs %}\n{% tab title="A" %}\n{% hint %}\nb\n{% endhint %}\n\n```\n{% tab %}\n```\n{% endtab %}\n{% endtabs %}',
    '<details name=tabs><summary>A</summary>\n\n> [!INFO]\n> b\n\n```\n{% tab %}\n```\n\n</details>',
  ],
  [
    'tabs without a title',
    '{% tabs %}\n{% tab %}\na\n{% endtab %}\n{% endtabs %}',
    '<details name=tabs><summary>Tab 1</summary>\n\na\n\n</details>',
  ],
  [
    'steps',
    '{% stepper %}\n{% step %}\n## A\n\nb\n{% endstep %}\n{% step %}\nc\n{% endstep %}\n{% endstepper %}',
    '1. ## A\n\n   b\n\n2. c',
  ],
  [
    'code without a title',
    '{% code overflow="wrap" %}\n```js\na\n```\n{% endcode %}',
    '```js\na\n```',
  ],
  [
    'a page that is referred to without a link',
    '{% content-ref url="a b.md" %}{% endcontent-ref %}',
    '[a b.md](<a b.md>)',
  ],
  [
    'what is embedded without a caption',
    '{% embed url="https://a.b/c" %}',
    '[https://a.b/c](https://a.b/c)',
  ],
  [
    'a file with a long caption',
    '{% file src="a.pdf" %}\nb\n\n[c](d)\n{% endfile %}',
    '[a.pdf](a.pdf)\n\nb\n\n[c](d)',
  ],
  [
    'icons',
    '<i class="fa-x">:x:</i> a <i class="fas fa-b-c"></i> d [<i class="fa-e"></i>](f)',
    '✗ a  d [e](f)',
  ],
  ['raw text', '{% raw %}\n{% hint %}\n{% endraw %}', '&#123;% hint %}\n'],
  ['an integration that leads somewhere', '{% @a/b url="c" %}', '[c](c)'],
]

const untouched = [
  'without its beginning {% endhint %}',
  '<pre class="language-md"><code class="lang-md">{% hint %}\n{% hint %}\na\n{% endhint %}\n</code></pre>',
  '{% hint',
  '<i>a</i> <i class="b">c</i>',
]

describe('GitBook', () => {
  for (const [fact, written, becomes] of cases) {
    test(`reads ${fact}`, () => assert.equal(read(written), becomes))
  }

  for (const written of untouched) {
    test(`leaves ${written.replaceAll('\n', ' ')}`, () => assert.equal(read(written), written))
  }

  test('leaves out tags that nobody knows, and those without their end', () => {
    const noticed: string[] = []
    const document = '{% d %}\n\n{% hint style="info" %}\nwithout its end\n{% a-b %}c{% enda-b %}'
    assert.match(read(document, noticed), /^\s*without its end\s+c$/)
    assert.deepEqual(noticed, ['syntax-left-out {% d %}:1', 'syntax-left-out {% hint %}:3'])
  })
})
