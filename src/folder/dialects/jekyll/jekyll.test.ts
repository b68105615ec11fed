/** Jekyll, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['jekyll'])
const files = {
  '_includes/a.md': 'a\n',
  '_includes/c.html': '<i>c</i>\n',
  'b.md': 'b\n',
  '_includes/d.md': '{{ include.a }} c',
}

describe('Jekyll', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['includes from the folder of includes', '{% include a.md x="y" %}', 'a'],
    [
      'leaves a tag whose quote does not end',
      '{% a b="c d %} {% include note.html content=\'5" e\' %}',
      '{% a b="c d %}\n\n> [!NOTE]\n> 5" e',
    ],
    [
      'keeps code as it is',
      '{% highlight html %}\n{% if a %}\n{{ b }}\n{% endhighlight %}',
      '```html\n{% if a %}\n{{ b }}\n```',
    ],
    [
      'keeps spaces at the end of code',
      '{% highlight html %}\n\n  a\nb  \n\n{% endhighlight %}',
      '```html\n  a\nb  \n```',
    ],
    [
      'keeps code that is marked as raw beside its tags',
      '{% highlight md %}{% raw %}\n---\na: {{ b }}\n---\n{% endraw %}{% endhighlight %}',
      '```md\n---\na: {{ b }}\n---\n```',
    ],
    [
      'keeps code with the end of code in it, where that is marked as raw',
      '{% highlight yaml %}\n{% raw %}{% highlight b %}\nc\n{% endhighlight %}{% endraw %}\n{% endhighlight %}\n\nd',
      '```yaml\n{% highlight b %}\nc\n{% endhighlight %}\n```\n\nd',
    ],
    [
      'reads Markdown in a tag of words',
      '> <span class="a">\n> [b](c)\n> </span>\n\n<span>\n# d\n</span>',
      '> <span class="a">[b](c)\n> </span>\n\n<span>\n# d\n</span>',
    ],
    [
      'keeps raw code without its marks',
      '```\n{% raw %}\n{{ a }}\n{% endraw %}\n```',
      '```\n\n{{ a }}\n\n```',
    ],
    [
      'keeps text that is raw from a mark beside code to one in it',
      '{% raw %}\n\n{{ a }}\n\n```\nb\n{% endraw %}\n```\n\n{% raw %}{{ c }}{% endraw %}',
      '&#123;{ a }}\n\n```\nb\n\n```\n\n&#123;{ c }}',
    ],
    [
      'ends code whose fences share their lines with raw marks',
      '{% raw %}```html\n{{ a }}\n```{% endraw %}\n\n{{ site.version }}',
      '```html\n{{ a }}\n```\n\nv1.2',
    ],
    [
      'ends code whose fences hold raw marks',
      '> ```{% raw %}\n> {{ a }}\n> {% endraw %}```\n>\n> {{ site.version }}',
      '> ```\n> {{ a }}\n> ```\n>\n> v1.2',
    ],
    [
      'keeps raw words from before a fence to behind another',
      '{% raw %}~~~\na\n~~~\n\n{{ b }}\n\n```js\nc\n```{%- endraw -%}\nd',
      '~~~\na\n~~~\n\n&#123;{ b }}\n\n```js\nc\n```\nd',
    ],
    [
      'keeps a span of code behind a raw mark',
      '{% raw %}```a``` {{ b }}{% endraw %}\n\n- {% raw %}```c\n  {{ d }}\n  ```{% endraw %}',
      '```a``` &#123;{ b }}\n\n- ```c\n  {{ d }}\n  ```',
    ],
    ['keeps lists that are none of contents', '- a\n{:toc}', '- a\n{:toc}'],
    [
      'reads Markdown in HTML, and behind it',
      '<div markdown="1">\n```js\na\n```\n</div>\n```b\n```',
      '<div>\n\n```js\na\n```\n\n</div>\n\n```b\n```',
    ],
    [
      'says values of the page',
      '---\ntitle: "A"\n---\n{{ page.title | escape }} {{ page.x }} `{{ page.title }}`',
      '---\ntitle: "A"\n---\nA  `{{ page.title }}`',
    ],
    [
      'keeps raw words over lines',
      '{% raw %}\n{{ site.url }}\n{% endraw %}',
      '&#123;{ site.url }}\n',
    ],
    [
      'roots addresses',
      "![a]({{ site.baseurl }}/a.png) {{ '/b' | absolute_url }}",
      '![a](/a.png) /b',
    ],
    [
      'links a post that it finds',
      '[a]({% post_url b %}) [c]({% link /d.md %})',
      '[a]({% post_url b %}) [c](/d.md)',
    ],
    [
      'makes a note of the paragraph before',
      'x\n\na\nb\n{: .tip }\n\nc',
      'x\n\n> [!TIP]\n> a\n> b\n\nc',
    ],
    ['makes a note of a quote with its title', '{: .note-title }\n> A\n>\n> b', '> [!NOTE] A\n> b'],
    ['leaves out other attributes', '# A {: #b .c}\n\nd\n{: .e}', '# A {#b}\n\nd\n'],
    ['keeps formulas that stand alone', '$$a$$', '$$a$$'],
    [
      'leaves what a tag holds that nobody knows',
      '{% foo title="a" %}\nb\n{% endfoo %}\n\n{% bar "c d" e="f" %}g',
      '**a**\n\nb\n\nc dg',
    ],
    [
      'shows images of a theme',
      '{% include image.html file="a.png" alt="b" caption="c" %}',
      '![b](a.png "c")',
    ],
    [
      'leaves no blank line of a comment in HTML, which would end there',
      '<table>\n  <tr>\n  {% comment %}a{% endcomment %}\n      <td>b</td>\n  </tr>\n</table>',
      '<table>\n  <tr>\n  <!-- -->\n      <td>b</td>\n  </tr>\n</table>',
    ],
    [
      'keeps the words of an item that begins with a comment',
      '- {% comment %}a{% endcomment %}\n  b',
      '- <!-- -->\n  b',
    ],
    ['keeps what conditions hold', '{% if a %}b{% else %}c{% endif %}', 'bc'],
    ['keeps code that a condition holds', '{% if a %}\n~~~\n=\n~~~\n{% endif %}', '~~~\n=\n~~~\n'],
    [
      'keeps what a loop holds with a condition that has no end',
      '{% for a in b %}\n{% if a %}\nc\n{% endfor %}',
      '{% if a %}\nc\n',
    ],
    [
      'keeps the lines around an included file whose tag trims',
      '## b {%- include c.html -%}\n\nd {%- include c.html -%}\n\n```\ne\n```\n\n{% include c.html %} f',
      '## b <i>c</i>\n\nd <i>c</i>\n\n```\ne\n```\n\n<i>c</i> f',
    ],
    [
      'reads tags in the attributes of elements',
      '<a href="{% link /d.md %}">a</a>',
      '<a href="/d.md">a</a>',
    ],
    [
      'makes a note of code and of a title with code',
      '{: .note-title }\n> `A`\n>\n> b {% link c.md %}',
      '> [!NOTE] `A`\n> b /c.md',
    ],
    ['keeps code in formulas apart', 'a \\\\(b\\\\) `$$c$$`', 'a $b$ `$$c$$`'],
    ['keeps words behind a value without an end', '{{\na {{ site.version }}', '{{\na v1.2'],
    ['fills in what an include is given', '{% include d.md a="b" %}', 'b c'],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document, files), expected))
  }

  test('notices what it cannot evaluate', () => {
    const noticed: string[] = []
    read('{% if a %}b{% endif %}\n{% if a %}c{% endif %} {{ page.title }}', {}, noticed)
    assert.deepEqual(noticed, [
      'template-opened {% if %}:1',
      'template-opened {% if %}:2',
      'syntax-left-out {{ page.title }}:2',
    ])
  })

  test('tells what it leaves out, with its count', () => {
    const noticed: string[] = []
    read(
      '{% include foo.html a="b" %} {% include foo.html %} {% toc %} {% echo "b" %}\n{% if a %}',
      {},
      noticed,
    )
    assert.deepEqual(noticed, [
      'syntax-left-out {% include foo.html %} (a):1',
      'syntax-left-out {% include foo.html %}:1',
      'syntax-left-out {% toc %}:1',
      'syntax-left-out {% echo %}:1',
      'syntax-shown {% … %} (if):2',
    ])
  })
})
