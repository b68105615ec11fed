/** Elements of browsers in pages, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'
import { dialectNames } from '../dialects.ts'

describe('programs and forms', () => {
  const cases: readonly [
    fact: string,
    document: string,
    expected: string,
    told: readonly string[],
  ][] = [
    [
      'are left out over blank lines, and told',
      'a\n\n<script>\nlet b = "<p>"\n\nlet c\n</script>\n\nd',
      'a\n\n\n\nd',
      ['syntax-left-out <script>:3'],
    ],
    ['of Vue are left out', '<script setup>\nlet a\n</script>\n\nb', 'b', []],
    [
      'lose their controls',
      '<form>\n<p>a <input name="b"> <input></p>\n</form>',
      '<p>a  </p>',
      ['syntax-left-out <input> (2 times):2'],
    ],
    ['keep the words of their buttons', 'a <button onclick="b">c</button>', 'a c', []],
    [
      'leave pictures that are drawn',
      'a<svg><path d="b"/></svg>c',
      'ac',
      ['syntax-left-out <svg>:1'],
    ],
    ['that are ornaments are left out', '<svg aria-hidden="true"><use/></svg>a', 'a', []],
    ['are left where they do not end', '<script>\na', '<script>\na', []],
  ]
  for (const [fact, document, expected, told] of cases) {
    test(fact, () => {
      const noticed: string[] = []
      assert.equal(readerOf(['mkdocs'])(document, {}, noticed), expected)
      assert.deepEqual(noticed, told)
    })
  }

  for (const name of dialectNames.filter((one) => one !== 'github')) {
    test(`are none of ${name}`, () => {
      const read = readerOf([name])
      assert.equal(read('<style>\na {}\n</style>\n\nb').trim(), 'b')
      const frame = '<iframe src="https://a.invalid/b" title="c"></iframe>'
      assert.equal(read(frame).trim(), '[c](https://a.invalid/b)')
    })
  }
})

describe('unknown components', () => {
  for (const [fact, document, expected, told] of [
    [
      'are told with what they say beside their content',
      '<Endpoint path="/a/<b>" method="get" className="c" open>\n\nd\n\n</Endpoint>\n\n<Endpoint path="/e" method="post">f</Endpoint>',
      'd\n\nf',
      ['syntax-left-out <Endpoint> (path, method) (2 times):1'],
    ],
    [
      'show their title, and tell the rest',
      '<Panel title="a" since="b" columns="2" width="10px" />',
      'a',
      ['syntax-left-out <Panel> (since):1'],
    ],
    ['keep the address of their words', 'a <Term href="/b">c</Term>', 'a [c](/b)', []],
    [
      'tell an image that stands beside their content',
      '<Shot src="a.png" icon="b">c</Shot>',
      'c',
      ['syntax-left-out <Shot> (src):1'],
    ],
    [
      'show an image with all that they say',
      '<Shot src="a.png" alt="b" title="c" caption="d" label="e" href="/f" />\n\ng <Shot src="h.png" text="i" />',
      '[![b](a.png "c: d")](/f)\n\ne\n\ng ![](h.png) i',
      [],
    ],
  ] as const) {
    test(fact, () => {
      const noticed: string[] = []
      assert.equal(readerOf(['mdx'])(document, {}, noticed), expected)
      assert.deepEqual(noticed, told)
    })
  }
})
