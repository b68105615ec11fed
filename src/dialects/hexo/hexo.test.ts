/** Hexo's tags, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepsWords, readerOf } from '../../../test/support/conversion/read-as.ts'

const read = readerOf(['hexo'])
const files = {
  boat: '# Boat\n',
  'logo.png': '',
  'downloads/code/a.rb': 'a\nb\nc\n',
}

describe('Hexo', () => {
  for (const [fact, document, expected] of [
    [
      'keeps code as it is',
      '{% codeblock lang:html %}\n{% note %}\n{{ b }}\n{% endnote %}\n{% endcodeblock %}',
      '```html\n{% note %}\n{{ b }}\n{% endnote %}\n```',
    ],
    [
      'keeps a title without its options',
      '{% codeblock a b first_line:5 mark:1,2-3 %}\nc\n{% endcodeblock %}',
      '```title="a b"\nc\n```',
    ],
    ['shows some lines of a file', '{% include_code to:2 a.rb %}', '```rb\na\nb\n```'],
    ['shows the rest of a file', '{% include_code from:2 a.rb %}', '```rb\nb\nc\n```'],
    ['leaves out what is not there', 'a\n\n{% include_code no.rb %}\n\nb', 'a\n\n\n\nb'],
    ['keeps other fences', '```js {1,3} a=b\nc\n```', '```js {1,3} a=b\nc\n```'],
    ['quotes', '{% blockquote %}\na\n\nb\n{% endblockquote %}', '> a\n>\n> b'],
    [
      'says who wrote on the web',
      '{% quote @a https://b.example/c %}\nd\n{% endquote %}',
      '> d\n>\n> — @a, [https://b.example/c](https://b.example/c)',
    ],
    ['says no class of a quote', '{% pullquote left %}\na\n{% endpullquote %}', '> a'],
    ['knows colours', "{% note red 'fas fa-x' flat %}\na\n{% endnote %}", '> [!DANGER]\n> a'],
    [
      'has a kind of its own',
      '{% note Listen to this %}\na\n{% endnote %}',
      '> [!NOTE] Listen to this\n> a',
    ],
    [
      'nests notes in tabs',
      '{% tabs a, 2 %}\n<!-- tab b@icon -->\n{% note %}\nc\n{% endnote %}\n<!-- endtab -->\n<!-- tab -->\nd\n<!-- endtab -->\n{% endtabs %}',
      '<details name=tabs><summary>b</summary>\n\n\n> [!NOTE]\n> c\n\n\n</details>\n\n\n<details name=tabs><summary>a 2</summary>\n\nd\n\n</details>',
    ],
    [
      'opens parts',
      '{% folding cyan open, a b %}\nc\n{% endfolding %}',
      '<details><summary>a b</summary>\n\nc\n\n</details>',
    ],
    ['shows an image in a sentence', 'a {% asset_img logo.png %} b', 'a ![](logo.png) b'],
    [
      'knows a title and words for those who do not see it',
      `{% img big /a.png 50% '"b" "c"' %}`,
      '![c](/a.png "b"){width=50%}',
    ],
    ['has files of a post beside it', '{% asset_img other.png %}', '![](page/other.png)'],
    ['links a post by its own name', '{% post_link boat %}', '[boat](boat)'],
    ['links a part of a post', '{% post_link boat#a "b" false %}', '[b](boat#a)'],
    [
      'shows tags in titles, unless they are none',
      "{% post_link boat 'a <b> c' %} {% post_link boat '<b>d</b>' false %}",
      '[a &lt;b> c](boat) [<b>d</b>](boat)',
    ],
    ['links a post that is not there', "{% post_link no-boat 'a' %}", '[a](/no-boat)'],
    ['links a file', '{% asset_link logo.png "a b" %}', '[a b](logo.png)'],
    [
      'links frames and lists',
      '{% youtube a "playlist" %}',
      '[https://www.youtube.com/playlist?list=a](https://www.youtube.com/playlist?list=a)',
    ],
    ['leaves what a tag holds', '{% other a %}\nb\n{% endother %}', 'b'],
    [
      'shows raw words',
      '`{% raw %}{% note %}{% endraw %}` {% raw %}{{ a }}{% endraw %}',
      '`{% note %}` &#123;{ a }}',
    ],
    [
      'shows in fences what they hold',
      '```\n{% raw %}\n{{ a }}\n{% endraw %}\n```',
      '```\n{% raw %}\n{{ a }}\n{% endraw %}\n```',
    ],
    [
      'draws',
      '{% mermaid graph TD %}\na --> b\n{% endmermaid %}',
      '```mermaid\ngraph TD\na --> b\n```',
    ],
  ] as const) {
    test(fact, () => assert.equal(read(document, files), expected))
  }

  keepsWords(
    read,
    [
      ...['{% note a %}', '{% endnote %}', '{% codeblock b %}', '{% endcodeblock %}', '{% raw %}'],
      ...['{% blockquote c %}', '{% endblockquote %}', '{% tabs d %}', '{% endtabs %}', '%}'],
      ...['\n<!-- tab e -->\n', '\n<!-- endtab -->\n', '{% folding f %}', '{% endfolding %}', '`'],
      ...['{% asset_img g.png %}', '{% post_link h %}', '{% endraw %}', '```', '```js i', '> '],
      ...['{% link j /k %}', '{% btn l, m %}', '{% other %}', '{% endother %}', '| n |', '"', "'"],
    ],
    ['{%'],
  )
})
