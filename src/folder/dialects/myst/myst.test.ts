/** MyST, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['myst'])

describe('directives', () => {
  for (const [fact, document, expected] of [
    [
      'nest in fences and containers',
      '````{note}\n```{tip}\na\n```\n:::{warning}\nb\n:::\n````',
      '> [!NOTE]\n> > [!TIP]\n> > a\n>\n> > [!WARNING]\n> > b',
    ],
    ['stand in a list', '- a\n\n  ```{note}\n  b\n  ```', '- a\n\n  > [!NOTE]\n  > b'],
    ['begin an item', '- ```{tip} a\n  b\n  ```', '- > [!TIP]\n  > a\n  > b'],
    [
      'have options in YAML',
      '```{admonition} A\n---\nclass: tip\nname: b\n---\nc\n```',
      '<a id="b"></a>\n\n> [!TIP] A\n> c',
    ],
    [
      'open when they say so',
      ':::{note}\n:class: dropdown\na\n:::',
      '<details><summary>Note</summary>\n\na\n\n</details>',
    ],
    ['tell of versions without words', '```{deprecated} 2\n```', '**Deprecated since version 2**'],
    [
      'show code as it is',
      '```{code-block} md\n{ref}`a` {{ b }}\n```',
      '```md\n{ref}`a` {{ b }}\n```',
    ],
    ['show code between colons', ':::{code} js\na *b*\n:::', '```js\na *b*\n```'],
    ['show cells as code', '```{code-cell} ipython3\n:tags: [a]\nb\n```', '```python\nb\n```'],
    [
      'show formulas, with their places',
      '```{math}\n:label: a\nb^2\n```',
      '<a id="a"></a>\n\n```math\nb^2\n```',
    ],
    ['keep marks of captions', '```{figure} a.png\nA *b*\n```', '![](a.png)\n\nA *b*'],
    ['link images', '```{image} a.png\n:target: b\n```', '[![](a.png)](b)'],
    ['link buttons', '```{button-ref} a\nb\n```', '[b](a)'],
    ['leave comments out of buttons', '```{button-link} a\n% b\nc\n```', '[c](a)'],
    [
      'name cards, and part their heads',
      ':::{card} A\nb\n^^^\nc\n+++\nd\n:::',
      '**A**\n\nb\n\nc\n\nd',
    ],
    ['leave code fences alone', '```{.py #a}\n{b}`c`\n```', '```{.py #a}\n{b}`c`\n```'],
    ['of other names leave what they hold', ':::{a} *b*\nc\n:::', '***b***\n\nc'],
    [
      'show tables whose cells hold blocks',
      '`````{list-table}\n:header-rows: 1\n\n* - a\n  - b\n* - ```c\n    d\n    ```\n  - - e\n\n    f\n`````',
      '<table>\n<tr>\n<th>\n\na\n\n</th>\n<th>\n\nb\n\n</th>\n</tr>\n<tr>\n<td>\n\n```c\nd\n```\n\n</td>\n<td>\n\n- e\n\nf\n\n</td>\n</tr>\n</table>',
    ],
    ['leave lists that are no rows as they are', '```{list-table}\na\n\n- b\n```', 'a\n\n- b'],
    [
      'may part their code from their options by a line, which is no line of it',
      '```{code-block} python\n:emphasize-lines: 2\n\na\n\nb\n```\n\n:::{code} js\n\nc\n:::',
      '```python {2}\na\n\nb\n```\n\n```js\nc\n```',
    ],
    [
      'begin formulas beside their name',
      '```{math} a = b\n:label: c\n```',
      '<a id="c"></a>\n\n```math\na = b\n```',
    ],
    [
      'show quotes in values',
      '```{csv-table}\n"a ""b""",c\n```',
      '<table>\n<tr>\n<td>\n\na "b"\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</table>',
    ],
    [
      'lead to pages and places by their names',
      ':::{card} A\n:link: guide/setup\n:link-type: doc\nb\n:::\n\n```{button-ref} guide/setup\nC\n```',
      '**[A](guide/setup.md)**\n\nb\n\n[C](guide/setup.md)',
    ],
    [
      'are places themselves',
      ':::{figure-md} a\n![b](c.png)\n:::\n\n```{py:function} d.e(f)\n```',
      '<a id="a"></a>\n\n![b](c.png)\n\n<a id="d.e"></a>**`d.e(f)`**',
    ],
    ['end with the page', ':::{note}\na', '> [!NOTE]\n> a'],
    ['that speak to the site are left out', 'a\n\n```{toctree}\nb\n```\n\nc', 'a\n\n\n\nc'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }

  test('of programs are noticed', () => {
    const noticed: string[] = []
    assert.equal(
      read(
        '```{eval-rst}\n.. a::\n```\n\n```{b} c\n```\n\n```{d}\n```\n\n:::{d}\n:::',
        {},
        noticed,
      ),
      '```rst\n.. a::\n```\n\n**c**\n\n\n\n',
    )
    assert.deepEqual(noticed, [
      'syntax-shown {eval-rst}:1',
      'syntax-shown {b}:5',
      'syntax-left-out {d} (2 times):8',
    ])
  })
})

describe('attributes', () => {
  for (const [fact, document, expected] of [
    ['behind code are left out', 'A `b`{l=python} c', 'A `b` c'],
    // One pattern for the whole list would backtrack through all combinations.
    ['that are none stay', `{${'a=b'.repeat(160)} !}\nc`, `{${'a=b'.repeat(160)} !}\nc`],
    ['are text where they are none', '{a}\nb\n\n{.c}', '{a}\nb\n\n'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }
})

describe('files', () => {
  const files = {
    'a.md': '---\nx: 1\n---\none\n\n```{include} b.md\n:start-after: B\n:end-before: D\n```\n',
    'b.md': 'A B\n[c](d.md)\nD',
    'c.py': 'a\n# start\nb\n# end\nc\n',
    'more/d.md': '[e](f.md) [g](guide/setup)',
  }
  for (const [fact, document, expected] of [
    ['include others', '```{include} a.md\n```', 'one\n\n[c](d.md)'],
    [
      'are code by their lines',
      '```{literalinclude} c.py\n:lines: 1,3-\n```',
      '```py\na\nb\n# end\nc\n```',
    ],
    [
      'are code between words',
      ':::{literalinclude} c.py\n:language: python\n:start-at: b\n:end-at: end\n:::',
      '```python\nb\n# end\n```',
    ],
    [
      'have addresses, and names that lead to the same everywhere',
      '```{include} more/d.md\n```',
      '[e](more/f.md) [g](guide/setup.md)',
    ],
    ['that are missing leave nothing', '```{include} no.md\n```', ''],
  ] as const) {
    test(fact, () => assert.equal(read(document, files), expected))
  }
})

describe('words', () => {
  test('of values are bounded together', () => {
    const many = (name: string): string => `"${`{{ ${name} }}`.repeat(300)}"`
    const values = `a: ${many('b')}\n    b: ${many('c')}\n    c: ${many('d')}\n    d: "e"`
    const noticed: string[] = []
    const page = `---\nmyst:\n  substitutions:\n    ${values}\n---\n{{ a }}\n`
    assert.ok(read(page, {}, noticed).length < 5 * 1024 * 1024)
    assert.match(noticed.join(), /template-shown .*\{\{ b \}\}/)
  })

  for (const [fact, document, expected] of [
    [
      'lead to places by their headings',
      'See {ref}`a` and {ref}`b <a>`, [](#a).\n\n(a)=\n# C d',
      'See [C d](#a) and [b](#a), [C d](#a).\n\n<a id="a"></a>\n\n# C d',
    ],
    [
      'lead to places that attributes name',
      '## A `b` {#c}\n\n[d]{#e} {ref}`c`, {ref}`f <e>`',
      '## A `b` {#c}\n\n<a id="e"></a>d [A `b`](#c), [f](#e)',
    ],
    [
      'lead to places before other blocks',
      '(a)=\n(b)=\nc',
      '<a id="a"></a>\n\n<a id="b"></a>\n\nc',
    ],
    [
      'are what roles hold when nobody knows them',
      '{a}`b` {py:class}`~c.D` {pep}`8`',
      'b `D` [PEP 8](https://peps.python.org/pep-0008/)',
    ],
    ['lose icons', '{octicon}`a;1em` b', ' b'],
    [
      'are words where others stand in their braces',
      '{see a}`b` {a .d #e f="g"}`h`\n\n```{note that}\ni\n```',
      '{see a}`b` h\n\n```{note that}\ni\n```',
    ],
    [
      'name formulas alone, and those of lists in them',
      'It costs $$ (much)\n\n- a $$ (b)\n- c $$ (d)\n\n- $$ e $$ (f)\n\n$$\ng\n$$ (h)',
      'It costs $$ (much)\n\n- a $$ (b)\n- c $$ (d)\n\n- $$ e $$\n\n  <a id="f"></a>\n\n$$\ng\n$$\n\n<a id="h"></a>',
    ],
    ['keep names of spans', '[a]{#b} [c](d){.e}', '<a id="b"></a>a [c](d)'],
    ['of other projects are words', '<inv:sphinx:std#index> [a](inv:b#c)', '`index` a'],
    [
      'have values of the page',
      '---\nmyst:\n  substitutions:\n    a: "b"\n    c: |\n      ```{note}\n      d\n      ```\n---\n{{ a }}\n\n{{ c }}',
      '---\nmyst:\n  substitutions:\n    a: "b"\n    c: |\n      ```{note}\n      d\n      ```\n---\nb\n\n> [!NOTE]\n> d',
    ],
    [
      'have values in values',
      '---\nmyst:\n  substitutions:\n    a: "{{ b }} c"\n    b: "d"\n---\n{{ a }}',
      '---\nmyst:\n  substitutions:\n    a: "{{ b }} c"\n    b: "d"\n---\nd c',
    ],
    [
      'have no blocks in rows',
      '---\nmyst:\n  substitutions:\n    a: |\n      b\n---\n\n| c {{ a }} |\n| - |',
      '---\nmyst:\n  substitutions:\n    a: |\n      b\n---\n\n| c {{ a }} |\n| - |',
    ],
    [
      'stay templates where nobody knows their values',
      "a {{ b }} {{ '{}'.format(c) }} `{{ d }}`",
      "a {{ b }} {{ '{}'.format(c) }} `{{ d }}`",
    ],
    ['have sizes', '![a](b.png){.c w=100px align=center}', '![a](b.png){width=100px}'],
    ['in containers with a class stay', '::::a-b\nc\n::::', 'c'],
    [
      'link by words of two lines',
      '(a)=\n# A\n\nb [c\nd](a) [e\nf](g)',
      '<a id="a"></a>\n\n# A\n\nb [c\nd](#a) [e\nf](g)',
    ],
    ['have no comments', 'a\n% b\n\n%% c', 'a\n\n\n\n%% c'],
    ['have no code in comments', '% ```{mermaid}\n% a\n%   b\n% ```\n\nc', 'c'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }
})
