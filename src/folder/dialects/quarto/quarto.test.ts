/** Quarto, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['quarto'])

describe('Quarto', () => {
  for (const [fact, document, expected] of [
    ['shows cells of nothing but options', '```{python}\n#| a: b\n```', '```python\n```'],
    ['leaves other code alone', '```{.python #a}\n#| b\n```', '```{.python #a}\n#| b\n```'],
    [
      'takes titles of callouts from headings',
      '::: {#nte-a .callout-tip}\n## A *b*\n\nc\n:::',
      '<a id="nte-a"></a>\n\n> [!TIP] A *b*\n> c',
    ],
    [
      'opens callouts that say so',
      '::: {.callout-note collapse="true" title="A"}\nb\n:::',
      '<details><summary>A</summary>\n\nb\n\n</details>',
    ],
    [
      'parts tabs at headings of one level',
      '::: {.panel-tabset}\n## A\n### b\n## C\nd\n:::',
      '<details name=tabs><summary>A</summary>\n\n### b\n\n</details>\n\n<details name=tabs><summary>C</summary>\n\nd\n\n</details>',
    ],
    [
      'takes no attributes into titles',
      '::: {.panel-tabset}\n## A [b]{.c} v[]{.d} {.e}\nf\n:::',
      '<details name=tabs><summary>A b v</summary>\n\nf\n\n</details>',
    ],
    ['takes a kind without braces', '::: callout-tip\n## A\n\nb\n:::', '> [!TIP] A\n> b'],
    [
      'leaves out attributes of any key',
      '## A{.b transition="c"}\n\n[d](e){.f g=h}',
      '## A\n\n[d](e)',
    ],
    ['leaves out words that are empty', 'v[]{.a} b []{#c}', 'v b <a id="c"></a>'],
    ['keeps other braces', 'a {b} {c=d} e {.f} g', 'a {b} {c=d} e {.f} g'],
    ['fills in values in code', '```\n{{< var version >}}\n```', '```\nv1.2\n```'],
    ['shows values in code that nobody knows', '`{{< meta no >}}`', '`{{< meta no >}}`'],
    ['nests', ':::: {.columns}\n::: {.column width="50%"}\na\n:::\n::::', 'a'],
    [
      'keeps words for those who do not see an image',
      "![](a.png){fig-alt='It\"s' width=50%}",
      '![It"s](a.png){width=50%}',
    ],
    ['leaves citations and addresses of mail', '@doe99 a@fig-b.example', '@doe99 a@fig-b.example'],
    ['has keys, and no icons', '{{< kbd Ctrl >}}{{< fa star >}} a', '<kbd>Ctrl</kbd> a'],
    [
      'has the keys of each system',
      '{{< kbd mac=Cmd-O win=Ctrl-O linux=Ctrl-O >}}',
      '<kbd>Cmd-O / Ctrl-O</kbd>',
    ],
    [
      'has values of the page, and of the site',
      '---\na: "1.2"\nb:\n  c: d\n---\n{{< meta a >}} {{< meta b.c >}} {{< var version >}}',
      '---\na: "1.2"\nb:\n  c: d\n---\n1.2 d v1.2',
    ],
    [
      'leaves shortcodes in three braces',
      '`{{{< a >}}}` {{{< meta b >}}}',
      '`{{{< a >}}}` {{{< meta b >}}}',
    ],
    ['leaves nothing of a shortcode that nobody knows', 'a {{< b 1 >}}c', 'a c'],
    [
      'shows HTML, and no program',
      '```{=html}\n<ul>\n\n    <li>`a`</li>\n</ul>\n<script>\nb\n\nc\n</script>\n```\n\n```{=latex}\nd\n```',
      '<ul>\n<li>`a`</li>\n</ul>\n\n',
    ],
    ['ends a div by fewer colons', ':::: {.callout-tip}\na\n:::\n\nb', '> [!TIP]\n> a\n\nb'],
    ['lets colons end what opens a div', '::: {#a .b} ::::\nc\n:::', '<a id="a"></a>\n\nc'],
    [
      'reads quotation marks in what an image says',
      '![](a.png){.b fig-alt="c: \\"d\\" [e]"}',
      '![c: "d" \\[e\\]](a.png)',
    ],
    ['draws no table that has no end', '+---+\n| a |', '+---+\n| a |'],
    [
      'leaves tables whose cells reach over several rows',
      '+--+--+\n|a | b|\n|  +--+\n|  | c|\n+--+--+',
      '+--+--+\n|a | b|\n|  +--+\n|  | c|\n+--+--+',
    ],
    [
      'draws tables with code, in lists as well',
      '- c\n\n  +-------+\n  | ``` a |\n  |   b   |\n  | ```   |\n  +-------+',
      '- c\n\n  <table>\n  <tr>\n  <td>\n\n  ``` a\n    b\n  ```\n\n  </td>\n  </tr>\n  </table>',
    ],
    [
      'names code with backquotes',
      '```{.yaml filename="the `a` file"}\nb\n```\n\nc',
      '~~~{.yaml filename="the `a` file"}\nb\n~~~\n\nc',
    ],
    [
      'opens cells that say so, in lists as well',
      '- ```{python}\n  #| code-fold: true\n  #| lst-cap: The `a`\n  b\n  ```',
      '- <details><summary>Code</summary>\n\n  ~~~python title="The `a`"\n  b\n  ~~~\n\n  </details>',
    ],
    [
      'says the names of theorems',
      '::: {#thm-a .theorem name="Line"}\nb\n:::',
      '<a id="thm-a"></a>\n\n**Line**\n\nb',
    ],
    [
      'keeps what stands above the first tab',
      '::: {.panel-tabset}\na\n\n## B `c`\nd\n:::',
      'a\n\n\n<details name=tabs><summary>B c</summary>\n\nd\n\n</details>',
    ],
    ['keeps all that stands in keys', '{{< kbd Shift\nCtrl >}}', '<kbd>Shift Ctrl</kbd>'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }

  test('pastes files, whose addresses are those of the page', () => {
    const files = { 'a/b.qmd': '[c](d.qmd)\n\n{{< include e.qmd >}}', 'e.qmd': 'f' }
    assert.equal(read('{{< include a/b.qmd >}}', files), '[c](d.qmd)\n\nf')
  })

  test('tells once that code is no address', () => {
    const noticed: string[] = []
    const links = 'See [the class](`~shop.Cart`) and [](`shop.Cart.add`).'
    assert.equal(read(links, {}, noticed), links)
    assert.deepEqual(noticed, ['syntax-shown [ … ](`…`):1'])
  })

  test('tells of an end of nothing', () => {
    const noticed: string[] = []
    assert.equal(read('::: {.a}\nb\n:::\n:::', {}, noticed), 'b\n\n:::')
    assert.deepEqual(noticed, ['syntax-shown ::::4'])
  })
})
