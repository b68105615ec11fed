/** What is sent for a file: addresses are rewritten where they stand, and nothing else changes. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractLimits } from '../../contract/limits.ts'
import { isLabel } from '../../contract/titles-and-labels.ts'
import { readDocument } from '../documents/read-document.ts'
import { DocumentError } from '../files/read-failure.ts'
import { wordNotice } from '../notices.ts'
import { pageContent, pageLabels, serviceWarnings } from './page-content.ts'

async function rewrite(markdown: string) {
  const found: string[] = []
  const built = await pageContent(readDocument(markdown), {
    async resolve({ kind, url, line }) {
      found.push(`${kind} ${url} ${line}`)
      return { to: 'replace', url: 'http://w/1' }
    },
  })
  return { ...built, found }
}

const cases: readonly [name: string, before: string, after: string][] = [
  ['inline links', '[a](b.md) [c](<d e.md> "t")', '[a](http://w/1) [c](http://w/1 "t")'],
  [
    'links with formatting and brackets',
    '[*a* `](x.md)` \\] [b]](c.md)',
    '[*a* `](x.md)` \\] [b]](http://w/1)',
  ],
  [
    'escapes and character references',
    '[a](b\\(c.md) [d](e&amp;f.md)',
    '[a](http://w/1) [d](http://w/1)',
  ],
  ['parentheses in addresses', '[a](b(c).md) (and)', '[a](http://w/1) (and)'],
  ['definitions of links', '[a][x] [x]\n\n[x]: b.md "t"\n', '[a][x] [x]\n\n[x]: http://w/1 "t"\n'],
  [
    'only the definition that counts',
    '[x]\n\n[x]: a.md\n[x]: b.md',
    '[x]\n\n[x]: http://w/1\n[x]: b.md',
  ],
  ['images', '![a [b] c](d.png "t")', '![a [b] c](http://w/1 "t")'],
  ['images in links', '[![a](b.png)](c.md)', '[![a](http://w/1)](http://w/1)'],
  [
    'images by reference, beside links by the same one',
    '![a][x] ![x] [x]\n\n[x]: b.png "t"',
    '![a](http://w/1 "t") ![x](http://w/1 "t") [x]\n\n[x]: http://w/1 "t"',
  ],
  ['images with a size', '![a](b.png =10x20) c', '![a](http://w/1 =10x20) c'],
  ['images with attributes', '![a](b.png){width=10}', '![a](http://w/1){width=10}'],
  ['links in tables', '| a |\n|---|\n| [b\\|c](d.md) |', '| a |\n|---|\n| [b\\|c](http://w/1) |'],
  ['links over lines of quotes', '> [a](\n> b.md)', '> [a](\n> http://w/1)'],
  [
    'HTML',
    '<a class=x href="a.md">b</a> <img src=c.png>',
    '<a class=x href="http://w/1">b</a> <img src="http://w/1">',
  ],
  ['HTML blocks', "<p>\n<img\n  src='a.png'>\n</p>", "<p>\n<img\n  src='http://w/1'>\n</p>"],
  [
    'admonitions with indented lines',
    '!!! note "T"\n    [a](b.md)\n\n[c](d.md)',
    '!!! note "T"\n    [a](http://w/1)\n\n[c](http://w/1)',
  ],
  [
    'admonitions between colons',
    ':::tip\r\n[a](b.md)\r\n:::\r\n',
    ':::tip\r\n[a](http://w/1)\r\n:::\r\n',
  ],
  ['addresses on the web, where the site may be', '[a](https://x.org/b)', '[a](http://w/1)'],
  ['audio and video', '<video src="a.mp4"></video>', '<video src="http://w/1"></video>'],
  ['astral characters before', '😀é [a](b.md)', '😀é [a](http://w/1)'],
]

test('rewrites', async (t) => {
  for (const [name, before, after] of cases) {
    await t.test(name, async () => assert.equal((await rewrite(before)).content, after))
  }
})

test('takes front matter out, and leads lines back to the file', async () => {
  const { content, lineInFile } = await rewrite('---\na: b\n---\n\n# T\n\n[a](b.md)\n')
  assert.equal(content, '\n# T\n\n[a](http://w/1)\n')
  assert.deepEqual([1, 2, 4].map(lineInFile), [4, 5, 7])
  assert.equal(lineInFile(0), 0)
})

test('describes an image that is left out, as a link unless it stands in one', async () => {
  const describe = async (markdown: string, url?: string): Promise<string> => {
    const notice = wordNotice('image-too-large', 'x')
    const built = await pageContent(readDocument(markdown), {
      resolve: async ({ kind }) =>
        kind === 'image' ? { to: 'describe', url, notice } : { to: 'keep' },
    })
    assert.ok(built.notices.every((one) => one === notice))
    return built.content
  }
  for (const [markdown, words, link] of [
    ['a ![*b* c](d.png "t") e', 'a *b* c e', 'a [*b* c](http://s/d) e'],
    ['![](d_1.png?x#y)', 'd\\_1\\.png', '[d\\_1\\.png](http://s/d)'],
    ['![b][x]\n\n[x]: d.png', 'b\n\n[x]: d.png', '[b](http://s/d)\n\n[x]: d.png'],
    ['[![b](d.png)](e.md)', '[b](e.md)', '[b](e.md)'],
    ['<img src=d.png alt="b<c">', 'b&lt;c', '<a href="http://s/d">b&lt;c</a>'],
    ['<a href="e.md"><img src=d.png></a>', '<a href="e.md">d.png</a>', '<a href="e.md">d.png</a>'],
    ['<a id="e"><img src=d.png>', '<a id="e">d.png', '<a id="e"><a href="http://s/d">d.png</a>'],
  ] as const) {
    assert.equal(await describe(markdown), words)
    assert.equal(await describe(markdown, 'http://s/d'), link)
  }
})

test('is not complete while an address is awaited', async () => {
  const document = readDocument('[a](b.md)')
  const resolve = async () => ({ to: 'await' }) as const
  const built = await pageContent(document, { resolve })
  assert.deepEqual([built.isComplete, built.content], [false, '[a](b.md)'])
})

const { maxLabels, maxLabelLength } = contractLimits

test('what a label cannot hold becomes a hyphen, and is said with its line', () => {
  const names = ['api', 'Getting started', ' C# ', '!', 'v1.2', 'ci/cd', '日本語']
  const { labels, notices } = pageLabels({ names, line: 3 })
  assert.deepEqual(labels, ['api', 'Getting-started', 'C', 'v1-2', 'ci/cd', '日本語'])
  assert.ok(labels?.every(isLabel))
  assert.deepEqual(
    notices.map(({ message, line }) => [message.replace(/:.*/, ''), line]),
    [
      ['The label "Getting started" is imported as "Getting-started"', 3],
      ['The label " C# " is imported as "C"', 3],
      ['The label "!" is left out', 3],
      ['The label "v1.2" is imported as "v1-2"', 3],
    ],
  )
})

test('no field leaves the labels of the page, an empty one removes them', () => {
  assert.equal(pageLabels(undefined).labels, undefined)
  assert.deepEqual(pageLabels({ names: [], line: 2 }).labels, [])
})

test('more or longer labels than a page may have are refused', () => {
  const refusals: readonly [names: string[], message: RegExp][] = [
    [
      Array.from({ length: maxLabels + 1 }, (_, index) => `l${index}`),
      /has 51 labels, and a page may have 50/,
    ],
    [['x'.repeat(maxLabelLength + 1)], /has 256 characters, and one may have 255/],
  ]
  for (const [names, message] of refusals) {
    const isRefusal = (error: Error): boolean =>
      error instanceof DocumentError && message.test(error.message)
    assert.throws(() => pageLabels({ names, line: 2 }), isRefusal)
  }
  const same = pageLabels({ names: ['a', ...Array(maxLabels).fill('A')], line: 2 })
  assert.equal(same.labels?.length, 1)
})

const relative = (line: number) =>
  ({ code: 'relative-address', severity: 'lost', message: 'm', line }) as const

test('leave out relative addresses that the client knows, by line of the file', () => {
  const shown = { ...relative(2), code: 'html-shown' }
  const asked = { ...relative(1), code: 'title-heading-removed' }
  const content = {
    addressLines: new Set([12, 14]),
    lineInFile: (line: number) => line + 10,
  }
  assert.deepEqual(serviceWarnings([...[2, 3, 4].map(relative), asked, shown], content), [
    relative(13),
    { ...shown, line: 12 },
  ])
})
