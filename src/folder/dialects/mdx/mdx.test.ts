/** MDX and Docusaurus, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf([], 'page.mdx')
const readDocusaurus = readerOf(['docusaurus'])

function same(document: string, expected: string): void {
  assert.equal(read(document), expected)
}

describe('statements', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['are left out with all their lines', 'import {\n  a,\n  b,\n} from "x"\n\nc', 'c'],
    ['are left out when they share a line', "import A from 'a'; import { B } from 'b'\n\nc", 'c'],
    ['are left out one after the other', 'import a from "x"\nimport "y"\nexport {a}\n\nc', 'c'],
    ['may hold blank lines', 'export const a = () => {\n\n  return 1\n}\n\nb', 'b'],
    ['may hold braces in strings', "export const a = { b: '}' }\n\nc", 'c'],
    ['are none in a sentence', 'a\nimport b from "c"', 'a\nimport b from "c"'],
    ['are none when they are words', 'import things that matter', 'import things that matter'],
    ['are none when they do not end', 'export const a = {\n\nb', 'export const a = {\n\nb'],
    [
      'may hold templates of several lines',
      'export async function A() {\n  const b = `c {\n\n## d (`\n\n  return f\n}\n\ng',
      'g',
    ],
    [
      'may hold code that ends with them',
      'e\n\nexport const a = `\n~~~js\n## b\n~~~`\n\n<Note>c</Note>\n\n```js\nexport const d = `e`\n```',
      'e\n\n\n\n> [!NOTE]\n> c\n\n```js\nexport const d = `e`\n```',
    ],
    ['may hold marks of templates in strings', "export const a = '`'\n\nb `c` d", 'b `c` d'],
    [
      'keep the front matter',
      '---\ntitle: a\n---\nimport b from "c"\n\nd',
      '---\ntitle: a\n---\n\n\n\nd',
    ],
  ]
  for (const [fact, document, expected] of cases) test(fact, () => same(document, expected))
})

describe('components', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    [
      'take labels of tabs from their group',
      '<Tabs values={[{label: "A b", value: "a"}]}>\n<TabItem value="a">c</TabItem>\n</Tabs>',
      '<details name=tabs><summary>A b</summary>\n\nc\n\n</details>',
    ],
    [
      'take labels of tabs from a list',
      "<Tabs items={['A', 'B']}>\n<Tab>c</Tab>\n<Tab>d</Tab>\n</Tabs>",
      '<details name=tabs><summary>A</summary>\n\nc\n\n</details>\n\n<details name=tabs><summary>B</summary>\n\nd\n\n</details>',
    ],
    [
      'stand in notes and lists',
      '- a\n\n  <Note>\n    <Tabs>\n      <Tab title="b">\n        ```js\n        c\n        ```\n      </Tab>\n    </Tabs>\n  </Note>',
      '- a\n\n  > [!NOTE]\n  > <details name=tabs><summary>b</summary>\n  >\n  > ```js\n  > c\n  > ```\n  >\n  > </details>',
    ],
    [
      'show all that a note without content says',
      '<Alert title="A" description="b" href="c.md" />',
      '> [!NOTE] A\n> b\n>\n> [c.md](c.md)',
    ],
    [
      'keep their titles above HTML in a string',
      '<Panel title="A" set:html="<b>c</b>" />',
      '**A**\n\n<b>c</b>',
    ],
    ['become words in a row of a table', '| <Note>a</Note> |', '| **Note:** a |'],
    ['are left when they do not end', '<Note>\na', '<Note>\na'],
    [
      'say a kind that nobody knows',
      '<Callout type="my-kind">a</Callout>',
      '> [!NOTE] My kind\n> a',
    ],
    [
      'number their steps',
      '<Steps>\n<Step title="a"/>\n<Step>\nb\n\nc\n</Step>\n</Steps>',
      '1. **a**\n\n2. b\n\n   c',
    ],
    ['keep what they hold', 'a <Foo b="c">d</Foo> e', 'a d e'],
    ['keep words of their tags', '<Foo title="a" alt={`b`}>\n\nc\n\n</Foo>', '**a: b**\n\nc'],
    ['lose the tags of fragments', '<>\na\n</>', 'a'],
    ['leave types in a sentence', 'A List<String> of Map<A, B>', 'A List<String> of Map<A, B>'],
    [
      'show images that are imported',
      'import a from "./a.png"\n\n<Image src={a} alt="b" />',
      '![b](./a.png)',
    ],
    [
      'show images by what they require',
      '<img src={require("./a.png").default} />',
      '<img src="./a.png" />',
    ],
    [
      'keep code that has fences',
      '<CodeBlock>{`a\n\\`\\`\\`\nb`}</CodeBlock>',
      '````\na\n```\nb\n````',
    ],
    ['are no types where they end', 'A 2<Foo>b</Foo>', 'A 2b'],
    [
      'show the image that they name',
      '<Foo src="/a.png" alt="b" caption="c"/>',
      '![b](/a.png "c")',
    ],
    ['are signs in a table', '| <Check size={1} /> | <CROSS /> |', '| ✓ | ✗ |'],
    ['lead where they say', '<Btn label="a" href="/b"/>', '[a](/b)'],
    [
      'lead where they say above their words',
      '<Foo title="a" href="/b">\nc\n</Foo>',
      '**[a](/b)**\n\nc',
    ],
    [
      'lose marks of formatting in their labels',
      '<Tabs>\n<Tab label={<code>a</code>}>b</Tab>\n</Tabs>',
      '<details name=tabs><summary>a</summary>\n\nb\n\n</details>',
    ],
    [
      'hold code as an attribute',
      '<Code code={`a`} lang="js" title="b" />',
      '```js title="b"\na\n```',
    ],
    ['hold one command as any words', '<Run npm="npm i a" title="b" />', 'b'],
    ['may be called as elements are', 'a <my-part>b</my-part> <x-y c={1} />d', 'a b d'],
    [
      'leave nothing of elements that do not close, but for names alone',
      '<x-y on:z>\n\na <your-name> b</my-part>',
      'a <your-name> b',
    ],
    ['keep several lines of attributes', '<Card\n  title="a"\n  href="/b"\n/>', '**[a](/b)**'],
    ['may end on a line of its own', '<Card\n  title="a"\n>\n  b\n</Card>', '**a**\n\nb'],
    ['may end so in a quote', '> <Card\n>   title="a"\n> >\n> b\n> </Card>', '> **a**\n>\n> b'],
    ['are none over a blank line', '<Card\n\n> a', '<Card\n\n> a'],
    ['are none over a blank line of a quote', '> <Card\n>\n> > a', '> <Card\n>\n> > a'],
  ]
  for (const [fact, document, expected] of cases) test(fact, () => same(document, expected))

  test('leave nothing when they say nothing, and are told once with their count', () => {
    const noticed: string[] = []
    const document =
      'a <Bar/>b\n\n<Foo b={1} />\n\n<Foo\n  c={[\n    { d: 1 },\n  ]}\n/>\n\n<Icon name="e"/>\n\n<Foo></Foo>\n\nf'
    assert.match(read(document, {}, noticed), /^a b\s+f$/)
    assert.deepEqual(noticed, ['syntax-left-out <Bar>:1', 'syntax-left-out <Foo> (3 times):3'])
  })

  test('without words leave the title of the page above them', () => {
    assert.match(read('<Foo />\n\n# A page\n\nb'), /^\s*# A page/)
  })

  test('show the Markdown that is imported, and what that imports', () => {
    const files = {
      'a/b.mdx': '---\nx: 1\n---\nimport C from "./c.mdx"\n\nb [d](d.md)\n\n<C />\n',
      'a/c.mdx': 'c',
    }
    const shown = read("import B from './a/b.mdx'\n\n<B />", files)
    assert.equal(shown, 'b [d](a/d.md)\n\nc')
  })

  test('show Markdown that imports something, in a component', () => {
    const files = { 'a.mdx': "import { C } from 'c'\n\nb" }
    assert.equal(read("import A from './a.mdx'\n\n<Card>\n  <A />\n</Card>", files), 'b')
  })

  test('show Markdown whose import shares a line, and whose name is escaped', () => {
    const files = { '_b.mdx': 'c' }
    const document = "import A from 'a'; import B from './\\_b.mdx';\n\n<B />"
    assert.equal(read(document, files), 'c')
  })

  test('give their words to the Markdown that is imported', () => {
    const files = { 'b.mdx': 'c {props.d} {d} {e} `{d}`' }
    assert.equal(read('import B from \'./b.mdx\'\n\n<B d="f" />', files), 'c f f {e} `{d}`')
  })

  test('show the code of a file that is imported as text', () => {
    const files = { 'b.js': 'let b\n' }
    for (const address of ['!!raw-loader!./b.js', './b.js?raw']) {
      const document = `import b from '${address}'\n\n<CodeBlock language="js">{b}</CodeBlock>`
      assert.equal(read(document, files), '```js\nlet b\n```')
    }
  })

  test('leave Markdown that imports itself', () => {
    const files = { 'a.mdx': "import A from './a.mdx'\n\nb\n\n<A />" }
    const noticed: string[] = []
    const shown = read("import A from './a.mdx'\n\n<A />", files, noticed)
    assert.equal(shown.trim(), 'b')
    assert.deepEqual(noticed, ['include-missing ./a.mdx:3'])
  })
})

describe('expressions', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['lose comments over lines', 'a {/* b\nc */} d', 'a  d'],
    ['name headings', '## A b {/* c-d */}', '## A b {#c-d}'],
    ['become words', 'a{\' \'}b {"c"}', 'a b c'],
    ['are left when they are programs', '{a.b} {c("d")}', '{a.b} {c("d")}'],
    ['keep other double braces', 'a {{ b: c }}', 'a {{ b: c }}'],
    ['are left in formulas', '$\\frac{a}{b}$', '$\\frac{a}{b}$'],
  ]
  for (const [fact, document, expected] of cases) test(fact, () => same(document, expected))

  test('are left out and told when they are programs with lines of their own', () => {
    const noticed: string[] = []
    const program = '{\n  a.map(([b]) =>\n    <>\n      <h3>{b}</h3>\n\n    </>\n  )\n}'
    assert.match(read(`c\n\n${program}\n\nd`, {}, noticed), /^c\n+d$/)
    assert.deepEqual(noticed, ['syntax-left-out { … }:3'])
    same('{\n  "a": "b"\n}', '{\n  "a": "b"\n}')
  })

  test('are noticed once in a file', () => {
    const noticed: string[] = []
    read('a {props.b}\n\n{c}', {}, noticed)
    assert.deepEqual(noticed, ['syntax-shown { … }:1'])
  })
})

describe('elements', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    [
      'lose what only JSX has',
      '<b className="a" style={{ color: "b" }} id="c">d</b>',
      '<b id="c">d</b>',
    ],
    [
      'lead to what they frame',
      '<iframe\n  src="https://a.b"\n  title="c"\n  style={{ d: 1 }}\n></iframe>',
      '[c](https://a.b)',
    ],
    [
      'lose formatting in what is always seen',
      '<details>\n<summary>a **b** `c`</summary>\nd\n</details>',
      '<details>\n\n<summary>a b c</summary>\n\nd\n\n</details>',
    ],
    [
      'leave links of what is always seen to the converter, which tells of them',
      '<details>\n<summary>a [`b`](c)</summary>\nd\n</details>',
      '<details>\n\n<summary>\n\na [`b`](c)\n\n</summary>\n\nd\n\n</details>',
    ],
    [
      'end where they are empty',
      '<div id="a" />\n\nb <i /> <br /> <img src="c.png" />',
      '<div id="a"></div>\n\nb <i></i> <br /> <img src="c.png" />',
    ],
    ['are paragraphs', '<p>\n**a:** b\n</p>', '<p>\n\n**a:** b\n\n</p>'],
    ['hold Markdown', '<div>\n  **a**\n</div>', '<div>\n\n**a**\n\n</div>'],
    [
      'hold Markdown where they are cells',
      '<table>\n<tr><td>`a`</td><td>b</td></tr>\n</table>',
      '<table>\n<tr>\n\n<td>\n\n`a`\n\n</td>\n\n<td>b</td></tr>\n</table>',
    ],
    [
      'hold lists and code where they are items',
      '<ul>\n<li>\n  - a\n\n  ```\n  b\n  ```\n</li>\n</ul>',
      '<ul>\n\n<li>\n\n- a\n\n```\nb\n```\n\n</li>\n\n</ul>',
    ],
    [
      'hold Markdown within words',
      '<a href="/b">\n  ![c](d.png)\n</a>',
      '<a href="/b">![c](d.png)</a>',
    ],
    ['stay in a row of a table', '| <ul><li>**a**</li></ul> |', '| <ul><li>**a**</li></ul> |'],
    [
      'hold elements as they are',
      '<div>\n  <img src="a" />\n</div>',
      '<div>\n  <img src="a" />\n</div>',
    ],
  ]
  for (const [fact, document, expected] of cases) test(fact, () => same(document, expected))
})

describe('Docusaurus', () => {
  test('reads MDX in every file', () => {
    assert.equal(readDocusaurus('import a from "b"\n\n<Tip>c</Tip>'), '> [!TIP]\n> c')
  })

  test('knows kinds of notes of its own, and leaves the others', () => {
    assert.equal(
      readDocusaurus('::::my-kind[A]\n\n:::tip\nb\n:::\n\n::::'),
      '> [!NOTE] A\n> :::tip\n> b\n> :::',
    )
  })

  test('leaves out the marks of lines, but for those of Markdown about code', () => {
    assert.equal(
      readDocusaurus(
        '```js\n// highlight-start\na\n/* highlight-end */\nb // highlight-next-line\n```',
      ),
      '```js {1}\na\nb // highlight-next-line\n```',
    )
    const about = '````md\n```js\n// highlight-next-line\n```\n````'
    assert.equal(readDocusaurus(about), about)
  })

  for (const [info, titled] of [
    ['bash macOS/Linux', 'bash title="macOS/Linux"'],
    ['ts twoslash A b {1} c="d"', 'ts title="A b" {1} c="d"'],
    ['json package.json highlight={2}', 'json title="package.json" highlight={2}'],
    ['js live noInline', 'js live noInline'],
    ['sh some words', 'sh some words'],
    ['js A title="b"', 'js A title="b"'],
    ['astro "Astro.url" /B.c/', 'astro "Astro.url" /B.c/'],
  ] as const) {
    test(`reads ${info} as ${titled}`, () => {
      assert.equal(readDocusaurus(`\`\`\`${info}\na\n\`\`\``), `\`\`\`${titled}\na\n\`\`\``)
    })
  }

  test('reads CRLF', () => {
    assert.equal(readDocusaurus('<Tip>\r\n\r\na\r\n\r\n</Tip>'), '> [!TIP]\n> a')
  })
})
