/** Hugo's shortcodes, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['hugo'])

describe('shortcodes', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    [
      'stand in a list',
      '1. a\n\n    {{% note %}}\n    b\n    {{% /note %}}',
      '1. a\n\n    > [!NOTE]\n    > b',
    ],
    [
      'stand in a list with words that are not indented',
      '1. a\n\n    {{% note %}}\nb\n    {{% /note %}}',
      '1. a\n\n    > [!NOTE]\n    > b',
    ],
    [
      'nest',
      '{{< tabs >}}\n{{< tab name="a" >}}\n{{< note >}}\nb\n{{< /note >}}\n{{< /tab >}}\n{{< /tabs >}}',
      '<details name=tabs><summary>a</summary>\n\n> [!NOTE]\n> b\n\n</details>',
    ],
    [
      'hold code in the tabs of a pane',
      '{{< tabpane lang="go" >}}\n{{< tab header="a" >}}\nb\n{{< /tab >}}\n{{< /tabpane >}}',
      '<details name=tabs><summary>a</summary>\n\n```go\nb\n```\n\n</details>',
    ],
    [
      'hold words in the tabs of a pane of text',
      '{{< tabpane text=true >}}{{% tab header="a" %}}b{{% /tab %}}{{< /tabpane >}}',
      '<details name=tabs><summary>a</summary>\n\nb\n\n</details>',
    ],
    [
      'take labels of tabs from their group',
      '{{< tabs items="A,B" >}}{{< tab >}}c{{< /tab >}}{{< /tabs >}}',
      '<details name=tabs><summary>A</summary>\n\nc\n\n</details>',
    ],
    [
      'say their kind by its place',
      '{{% notice tip "A b" %}}c{{% /notice %}}',
      '> [!TIP] A b\n> c',
    ],
    ['say words without an end', '{{< note "a b" >}}', '> [!NOTE]\n> a b'],
    [
      'keep code as it is',
      '{{< highlight html >}}\n{{< note >}}<a>\n{{< /highlight >}}',
      '```html\n{{< note >}}<a>\n```',
    ],
    ['link what ref does not find', '[a]({{< ref "/b/c.md" >}})', '[a](/b/c.md)'],
    ['link a place of the page', '[a]({{< relref "#b" >}})', '[a](#b)'],
    [
      'link their figures',
      '{{< figure src="a b.png" link="c" title="D" caption="e" >}}',
      '[![](<a b.png> "D: e")](c)',
    ],
    ['may stand over lines', '{{< figure\n  src="a.png"\n  alt="b" >}}', '![b](a.png)'],
    [
      'show a value of two lines on one, also behind tabs',
      '{{< tabpane >}}\n{{% tab Make %}}\nx\n{{% /tab %}}\n{{< /tabpane >}}\n\na {{% param lines %}}',
      '<details name=tabs><summary>Make</summary>\n\n```\nx\n```\n\n</details>\n\na one two',
    ],
    ['leave nothing when nobody knows them', 'a {{< param b >}}{{< c >}}d', 'a d'],
    [
      'show what their tags say when nobody knows them',
      '{{< c title="d" href="e" >}} {{< c src="f.png" alt="g" >}}',
      '[d](e) ![g](f.png)',
    ],
    [
      'show what they hold when nobody knows them',
      'a {{% b %}}c{{% /b %}} {{< d title="e" >}}f{{< /d >}}',
      'a c f (e)',
    ],
    [
      'show the words of their tags as well',
      '{{< a "b c" d >}}\n{{% e title="f" url="g" %}}\nh\n{{% /e %}}\n{{< /a >}}',
      '**b c**\n\n**[f](g)**\n\nh',
    ],
    [
      'highlight within a sentence',
      'a {{< highlight go "hl_inline=true" >}}b{{< /highlight >}} c',
      'a `b` c',
    ],
    [
      'show a file of their own in blocks of code',
      '{{< code file="a.md" >}}\nb\n{{< /code >}}',
      '```md title="a.md"\nb\n```',
    ],
    [
      'show all words and the code of a card',
      '{{< card code=true header="**a**" title="b" lang="c" >}}\nd\n{{< /card >}}',
      '**b**\n\n**a**\n\n```c\nd\n```',
    ],
    [
      'name languages of tabs by their labels',
      '{{< tabpane langEqualsHeader=true >}}\n{{< tab "Go" >}}\na\n{{< /tab >}}\n{{< /tabpane >}}',
      '<details name=tabs><summary>Go</summary>\n\n```Go\na\n```\n\n</details>',
    ],
    [
      'show the words of a button without an address',
      '{{< button text="A b" >}}c{{< /button >}}',
      '**A b**\n\nc',
    ],
    [
      'link a frame that has a name, and a gist with its title',
      '{{< iframe id="a" src="https://example.org/b" >}} {{< gist c d title="E" >}}',
      '<https://example.org/b> [E](https://gist.github.com/c/d)',
    ],
    ['leave nothing of tabs that do not end', 'a {{< tabs >}}\n\nb', 'a \n\nb'],
    ['may go over lines, whatever their names begin with', 'a {{% _b\n  c %}} d', 'a  d'],
    ['are left when they do not end', '{{< note\n\na', '{{< note\n\na'],
    [
      'show cards with what they hold',
      '{{< cards >}}\n{{% card header="a" %}}\nb\n{{% /card %}}\n{{< /cards >}}',
      '**a**\n\nb',
    ],
    [
      'stand in the addresses of HTML',
      '<a href="{{< ref "/b/c.md" >}}">d</a> <iframe src="{{< param version >}}/e"></iframe>',
      '<a href="/b/c.md">d</a> [v1.2/e](v1.2/e)',
    ],
    [
      'stay in attributes where they would be blocks',
      '<p title="{{< note >}}a{{< /note >}}">b</p>',
      '<p title="{{< note >}}a{{< /note >}}">b</p>',
    ],
    [
      'name code with backquotes',
      '{{< code file="the `a` file" lang=yaml >}}\nb: 1\n{{< /code >}}\n\nc',
      '~~~yaml title="the `a` file"\nb: 1\n~~~\n\nc',
    ],
    [
      'hold code without the indentation of their list',
      '- a\n  {{< code >}}\n  if b:\n      c\n  {{< /code >}}',
      '- a\n\n  ```\n  if b:\n      c\n  ```',
    ],
    [
      'hold elements in the code of tabs',
      '{{< tabpane >}}{{< tab header="a" >}}\n  <form>{{< param version >}}</form>\n{{< /tab >}}{{< /tabpane >}}',
      '<details name=tabs><summary>a</summary>\n\n```\n<form>v1.2</form>\n```\n\n</details>',
    ],
    [
      'say with a single backquote what ends there',
      '{{< card title="a `b" >}}{{< /card >}}',
      '**a \\`b**',
    ],
    ['lose attributes of headings', '## A {#b .c}', '## A {#b}'],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document), expected))
  }

  test('are noticed once when nobody knows them', () => {
    const noticed: string[] = []
    read('{{< param a >}} {{< param a >}}\n{{< b "c" >}}', {}, noticed)
    assert.deepEqual(noticed, [
      'syntax-left-out {{< param a >}} (2 times):1',
      'syntax-left-out {{< b >}}:2',
    ])
  })

  test('are not told where a comment hides them', () => {
    const noticed: string[] = []
    const document = 'a <!-- {{< b >}} -->\n\n<!--\n{{< c >}}\n-->'
    assert.equal(read(document, {}, noticed), document)
    assert.deepEqual(noticed, [])
  })

  test('are never run', () => {
    for (const template of [
      '{{ range .Params }}a{{ end }}',
      '{{ partial "a" . }}',
      '{{ if gt 1 2 }}a{{ end }}',
      '{{ .Get 0 | strings.Repeat 9 }}',
      '{{ if .Get 0 }}a',
      '{{ end }}',
      '{{ .Site.Title }} {{ .Page.Title }}',
      '{{ readFile ".env" }}',
      '{{ "a',
      '{{'.repeat(50_000),
      `{{ ${'"a" | '.repeat(20_000)} }}`,
    ]) {
      const noticed: string[] = []
      const files = { 'layouts/shortcodes/own.html': template }
      assert.equal(read('{{< own a >}} b', files, noticed), ' b', template.slice(0, 50))
      assert.deepEqual(noticed, ['syntax-left-out {{< own >}}:1'])
    }
  })

  test('link a section by its name', () => {
    assert.equal(read('[a]({{< relref b >}})', { 'b/_index': '' }), '[a](b/_index)')
  })
})
