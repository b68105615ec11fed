/** Images that a document brings along: known by content, taken out of the source, within limits. @module */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSchemaValid } from '../../../test/support/conversion/written-documents.ts'
import { markdownFragments } from '../../../test/support/samples/generated-markdown.ts'
import { gif, jpeg, png, rasterImages } from '../../../test/support/samples/images.ts'
import { problems } from '../adf/problems.ts'
import { type ConvertedDocument, convertDocument, EmbeddedImages } from '../convert-document.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { countWithoutDataUrls, decodeDataUrl } from './data-urls.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 1024 * 1024, maxAdfBytes: 5 * 1024 * 1024 }
type Whole = Omit<ConvertedDocument, 'adf'> & { readonly adf: string }
const convert = (markdown: string): Whole => {
  const { adf, ...document } = convertDocument(markdown, limits)
  return { ...document, adf: adf.join('') }
}
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const url = `data:image/png;base64,${base64(png)}`
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const reference = `attachment:${digest(png)}`

function mediaUrls({ adf }: Whole): string[] {
  const addresses = adf.matchAll(/"type":"(?:external","url|image","id)":"([^"]*)"/g)
  return Array.from(addresses, ([, found]) => found ?? '')
}

function codes({ warnings }: Pick<Whole, 'warnings'>): string[] {
  return warnings.map(({ code, line }) => `${code}:${line}`)
}

describe('an embedded image', () => {
  for (const [name, { type, bytes, size }] of Object.entries(rasterImages)) {
    test(`is known by its content: ${name}`, () => {
      const document = convert(`![a](data:text/plain;base64,${base64(bytes)})`)
      assert.deepEqual(document.images, [
        { sha256: digest(bytes), type, bytes: new Uint8Array(bytes) },
      ])
      const [single] = JSON.parse(document.adf).content
      const attrs = { type: 'external', url: `attachment:${digest(bytes)}`, alt: 'a', ...size }
      assert.deepEqual(single.content[0].attrs, attrs)
      assert.equal(isSchemaValid(JSON.parse(document.adf)), true)
      assert.deepEqual(problems(JSON.parse(document.adf)), [])
      assert.deepEqual(codes(document), [])
    })
  }

  for (const [place, markdown, stored] of [
    ['a destination', `![a](${url})`, `![a](${reference})`],
    ['angle brackets', `![a](<${url}> "T")`, `![a](<${reference}> "T")`],
    ['a definition', `![a][b]\n\n[b]: ${url}`, `![a][b]\n\n[b]: ${reference}`],
    ['img', `<img alt="a" src="${url}">`, `<img alt="a" src="${reference}">`],
    ['img without quotes', `x <img src=${url}> y`, `x <img src=${reference}> y`],
    ['img with apostrophes', `<img src='${url}'/>`, `<img src='${reference}'/>`],
    ['a link', `[![a](${url})](/u)`, `[![a](${reference})](/u)`],
    ['a table', `| a |\n|---|\n| ![a](${url}) |`, `| a |\n|---|\n| ![a](${reference}) |`],
    ['a quote', `> ![a](${url})`, `> ![a](${reference})`],
    ['an admonition', `:::note\n![a](${url})\n:::`, `:::note\n![a](${reference})\n:::`],
    ['an image with a size', `![a](${url} =30x20)`, `![a](${reference} =30x20)`],
    ['a sentence with prices', `$5 ![a](${url}) $6`, `$5 ![a](${reference}) $6`],
  ] as const) {
    test(`is taken out of ${place}`, () => {
      const document = convert(markdown)
      assert.equal(document.markdown, stored)
      assert.deepEqual(mediaUrls(document), [reference])
      assert.equal(document.images.length, 1)
      assert.doesNotMatch(document.adf, /data:/)
    })
  }

  for (const [place, markdown] of [
    ['a code block', `\`\`\`\n![a](${url})\n\`\`\``],
    ['an indented code block', `    ![a](${url})`],
    ['code', `\`![a](${url})\``],
    ['text', `see ${url}, ok`],
    ['an escaped image', `\\![a](${url})`],
    ['a link', `[a](${url})`],
    ['an autolink', `<${url}>`],
    ['a comment', `a <!-- ![a](${url}) --> b`],
    ['a script', `<script>\n"${url}"\n</script>`],
    ['an attribute that shows nothing', `<a href="${url}">a</a>`],
    ['a formula', `$$\n${url}\n$$`],
    ['a title', `![a](/u "${url}")`],
    ['a description', `![${url}](/u)`],
    ['front matter', `---\nimage: ${url}\n---\n\na`],
  ] as const) {
    test(`is none in ${place}`, () => {
      const document = convert(markdown)
      assert.equal(document.markdown, markdown)
      assert.deepEqual(document.images, [])
      assert.doesNotMatch(document.adf, /attachment:/)
      const isShown = !['a comment', 'front matter'].includes(place)
      assert.equal(document.adf.includes(url), isShown)
    })
  }

  test('is told from its neighbours that are none', () => {
    const markdown = `\`${url}\` ![a](${url}) \`${url}\``
    const document = convert(markdown)
    assert.equal(document.markdown, `\`${url}\` ![a](${reference}) \`${url}\``)
    assert.equal(document.adf.split(url).length, 3)
  })

  test('is kept once, however often it is shown', () => {
    const document = convert(`![a](${url})\n\n<img src="${url}">\n\n![b][c]\n\n[c]: ${url}`)
    assert.equal(document.images.length, 1)
    assert.deepEqual(mediaUrls(document), [reference, reference, reference])
  })

  test('keeps the size that it is given', () => {
    const [single] = JSON.parse(convert(`![a](${url}){width=30}`).adf).content
    assert.deepEqual(single.attrs, { layout: 'center', width: 30, widthType: 'pixel' })
    assert.equal(single.content[0].attrs.width, 30)
    assert.equal(single.content[0].attrs.height, 30)
  })

  for (const [asked, width, height] of [
    ['', 3, 2],
    ['{width=30}', 30, 20],
    ['{height=30}', 45, 30],
    ['{width=30 height=5}', 30, 5],
    ['{width=50%}', 380, 253],
  ] as const) {
    test(`has room in its proportions in a sentence: ${asked || 'its own'}`, () => {
      const picture = `data:image/jpeg;base64,${base64(jpeg)}`
      const [paragraph] = JSON.parse(convert(`b ![a](${picture})${asked}`).adf).content
      const { attrs } = paragraph.content[1]
      assert.deepEqual([attrs.width, attrs.height], [width, height])
    })
  }

  test('converts the same each time, and again from what is stored', () => {
    const first = convert(`![a](${url}) \`${url}\``)
    assert.deepEqual(convert(`![a](${url}) \`${url}\``), first)
    assert.equal(convert(first.markdown).markdown, first.markdown)
  })

  for (const [name, content] of [
    ['text', 'hello'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
    ['half a signature', '\x89PNG'],
    ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a film', '\0\0\0\x14ftypisom\0\0\0\0mp42'],
    ['an SVG with a document type of its own', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
  ] as const) {
    test(`is refused when it is ${name}, and its description stays`, () => {
      const markdown = `b\n\n![the words](data:image/png;base64,${base64(Buffer.from(content, 'latin1'))} "and title")`
      const document = convert(markdown)
      assert.deepEqual(codes(document), ['image-dropped:3'])
      assert.match(document.adf, /the words and title/)
      assert.doesNotMatch(document.adf, /data:/)
      assert.equal(document.markdown, markdown)
    })
  }

  test('warns of an SVG image that lost a part', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><g/></svg>'
    const document = convert(`a\n\n![a](data:image/svg+xml;base64,${base64(Buffer.from(svg))})`)
    assert.deepEqual(codes(document), ['image-reduced:3'])
    const [image] = document.images
    assert.equal(image?.type, 'image/svg+xml')
    assert.equal(
      Buffer.from(image?.bytes ?? []).toString(),
      '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
    )
  })

  test('takes no text of the document for one of its own names', () => {
    for (const markdown of [
      'data:0z data:00000000000000000z',
      'data&#58;0123456789abcdef0z',
      `attachment:${'0'.repeat(64)}`,
      `![a](attachment:${'0'.repeat(64)})`,
    ]) {
      assert.equal(convert(markdown).markdown, markdown)
    }
  })
})

describe('limits', () => {
  const refused = (markdown: string, message: RegExp, changed = {}): void => {
    assert.throws(
      () => convertDocument(markdown, { ...limits, ...changed }),
      (error) => error instanceof MarkdownLimitError && message.test(error.message),
    )
  }

  test('do not count images as Markdown', () => {
    const large = Buffer.concat([png, Buffer.alloc(3_000_000)])
    const document = convert(`a\n\n![a](data:image/png;base64,${base64(large)})`)
    assert.equal(document.images[0]?.bytes.length, large.length)
    assert.ok(document.markdown.length < 100)
  })

  test('count a data URL that is no image', () => {
    const text = `data:image/png;base64,${'A'.repeat(2_000_000)}`
    const message = /at most 1048576 bytes of Markdown.*--max-markdown/
    refused(`\`${text}\``, message)
    refused(`![a][b] [c][b]\n\n[b]: ${text}\n\n\`${text}\``, message)
    refused(`![a](${url}) ${'x'.repeat(1024 * 1024)}`, message)
  })

  test('do not count what was to be an image, and is none', () => {
    const markdown = `![a](data:image/png;base64,${'A'.repeat(2_000_000)})`
    assert.equal(convert(markdown).markdown, markdown)
  })

  test('allow a thousand images', () => {
    const many = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) =>
          `![a](data:;base64,${base64(Buffer.concat([gif, Buffer.from([index >> 8, index])]))})`,
      ).join('\n\n')
    assert.equal(convert(many(1_000)).images.length, 1_000)
    refused(many(1_001), /embeds more than 1000 images and files. Split the page/)
  })

  test('hold for a data URL that is shown in many places', () => {
    const markdown = `${'[a] '.repeat(60_000)}\n\n[a]: data:text/plain,${'x'.repeat(500_000)}`
    refused(markdown, /bytes of ADF; at most 5242880/)
  })

  test('are looked at or refused, whatever the document is full of', () => {
    for (const markdown of [
      'data:'.repeat(3_000),
      'data:,'.repeat(3_000),
      `![a](data:,) `.repeat(70_000),
      `![a](data:;base64,${base64(jpeg)})\n`.repeat(5_000),
      `<img src="data:${'%41'.repeat(300_000)}">`,
      `<img src="data:,${'%41'.repeat(300_000)}">`,
      `<img src="data:image/svg+xml,<svg ${"a='b' ".repeat(100_000)}>">`,
      `<img src="data:image/svg+xml,${'<svg>'.repeat(3_000)}">`,
      `<img src='data:image/svg+xml,<svg style="fill:${'a'.repeat(900_000)}"/>'>`,
      `<img src='data:image/svg+xml,<svg style="fill:${'url('.repeat(200_000)}"/>'>`,
      `<img src='data:image/svg+xml,<svg><style>${'a{'.repeat(300_000)}</style></svg>'>`,
      `<img src='data:image/svg+xml,<svg><style>${'/*'.repeat(300_000)}</style></svg>'>`,
    ]) {
      try {
        convert(markdown)
      } catch (error) {
        assert.ok(error instanceof MarkdownLimitError)
      }
    }
  })

  test('a lower bound of what counts is known without the parser', () => {
    assert.equal(countWithoutDataUrls(`é![a](${url})`), 2 + 6)
    assert.equal(countWithoutDataUrls('metadata:abc'), 12)
    assert.equal(countWithoutDataUrls('data:a:smile:'), 1)
  })
})

describe('a data URL', () => {
  for (const [written, expected] of [
    ['data:,abc', 'abc'],
    ['DATA:Image/PNG;BASE64,YWJj', 'abc'],
    ['data:;base64,YWJj', 'abc'],
    ['data:image/png;charset=utf-8;base64,YWJj', 'abc'],
    ['data:image/png; base64 ,YWJj', 'abc'],
    ['data:;base64,YWI=', 'ab'],
    ['data:;base64,YWI', 'ab'],
    ['data:;base64,YW%49%3D', 'ab'],
    ['data:;base64,YW\n Jj', 'abc'],
    ['\u0001 data:;base64,YWJj', 'abc'],
    ['da\tta:;base64,YWJj', 'abc'],
    ['data:,a%20b%2', 'a b%2'],
    ['data:,%zz', '%zz'],
    ['data:,é', 'é'],
    ['data:,a#b', 'a'],
    ['data:;base64,', ''],
    ['data:;base64,YWJj!', undefined],
    ['data:;base64,Y', undefined],
    ['data:;base64,YW=Jj', undefined],
    ['data:;base64,YWJj====', undefined],
    ['data:abc', undefined],
    ['blob:abc,def', undefined],
    ['xdata:,abc', undefined],
  ] as const) {
    test(`${JSON.stringify(written)} gives ${JSON.stringify(expected)}`, () => {
      const bytes = decodeDataUrl(written)
      assert.equal(bytes && Buffer.from(bytes).toString(), expected)
    })
  }
})

test('short names in place of data URLs change nothing for the parser', () => {
  const fragments = [
    ...markdownFragments,
    '![a](',
    '![a][b]',
    '[b]: ',
    '[a](',
    ')',
    '<img src="',
    "<img src='",
    '">',
    '"',
    '```js ',
    ' =3x2)',
    '<script>',
    '</script>',
    ...Array.from({ length: 12 }, () => url),
    'data:text/plain,a',
    'data:,a:smile:b',
    'DATA:image/gif;base64,R0lGODlh',
    'data:;base64,iVBORw0KGgo=',
    'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    'data:a--b+c//d.',
    'data:0z',
  ]
  const document = fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 25 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(document, (markdown) => {
      const images = new EmbeddedImages((address) => address)
      const direct = markdownToAdf(markdown, { resolveImage: (address) => images.resolve(address) })
      const shortened = convert(markdown)
      const plain = (adf: string): string => adf.replaceAll(url, reference)
      assert.equal(plain(shortened.adf), plain(JSON.stringify(direct.adf)))
      assert.deepEqual(shortened.warnings, direct.warnings)
      if (shortened.images.length === 0) assert.equal(shortened.markdown, markdown)
      else assert.equal(convert(shortened.markdown).markdown, shortened.markdown)
    }),
    { numRuns: 400 },
  )
})
