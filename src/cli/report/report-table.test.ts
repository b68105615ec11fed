/** What others wrote, inside Markdown of ours: read back, it is the same text, in code, and nothing else. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { visibleText } from '../../base/visible-text.ts'
import { markdownToAdf } from '../../convert/markdown-to-adf.ts'
import { codeSpan, linked } from './report-table.ts'

const reader = new MarkdownIt({ html: true, linkify: true })

function readBack(cell: string): string {
  const row = `| a | b |\n| --- | --- |\n| 1 | ${cell} |\n`
  const cells = reader.parse(row, {}).filter(({ type }) => type === 'inline')
  assert.equal(cells.length, 4)
  const parts = cells[3]?.children ?? []
  assert.deepEqual(
    parts.map(({ type }) => type),
    ['code_inline'],
  )
  assert.deepEqual(readByOurs(row), [parts[0]?.content])
  return parts[0]?.content ?? ''
}

interface Node {
  readonly type: string
  readonly text?: string
  readonly content?: readonly Node[]
  readonly marks?: readonly { readonly type: string }[]
}

function readByOurs(row: string): (string | undefined)[] {
  const [table, ...others] = markdownToAdf(row).adf.content as unknown as readonly Node[]
  assert.equal(others.length, 0)
  const cells = table?.content?.[1]?.content ?? []
  assert.equal(cells.length, 2)
  return (cells[1]?.content?.[0]?.content ?? []).map(({ type, text, marks }) => {
    assert.deepEqual([type, marks], ['text', [{ type: 'code' }]])
    return text
  })
}

describe('code', () => {
  const hostile = [
    'a | b || c',
    '<script>alert(1)</script> <!-- markport --> &lt; &#124;',
    '[x](javascript:alert(1)) ![i](evil.png) [r]: <u> [^1]',
    '*a* **b** _c_ ~~d~~ `e` ``|`` ` `',
    '@everyone #1 !2 GH-3 acme/docs#4 :tada: $x$ https://evil.example www.evil.example a@b.example',
  ]
  for (const text of hostile) test(text, () => assert.equal(readBack(codeSpan(text, 300)), text))

  test('whatever it is', () => {
    const characters = fc.constantFrom(...'|\\`*_~[]()<>&$@!#/. x-+=^{}:"\'')
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 60 }), (written) => {
        const text = `x${written}x`
        const shown = visibleText(text).replace(/`{9,}/g, '````````…')
        const back = readBack(codeSpan(text, 300))
        assert.equal(back.replace(/\\+(?=\|)/g, ''), shown.replace(/\\+(?=\|)/g, ''))
        if (written.trim() !== '') readBack(codeSpan(written, 300))
      }),
      { numRuns: 200, examples: [['\\|'], ['\\\\|`'], ['`'.repeat(90)], [' '], ['` `']] },
    )
  })

  test('is one line of a certain length, and hides nothing', () => {
    assert.equal(readBack(codeSpan('a\nb\r\u2028\u202ec', 300)), 'a\\nb\\r\\u2028\\u202ec')
    assert.equal(codeSpan('x'.repeat(301), 300), `\`${'x'.repeat(299)}…\``)
    assert.equal(codeSpan('x'.repeat(300), 300).length, 302)
    assert.equal(codeSpan('', 300), '')
  })

  test('is what keeps it, as the same text without is read', () => {
    const types = hostile.map((text) =>
      reader.parseInline(text, {}).flatMap(({ children }) => children?.map(({ type }) => type)),
    )
    assert.deepEqual(new Set(types.flat()).has('link_open'), true)
    assert.ok(types.flat().includes('html_inline') && types.flat().includes('image'))
  })
})

describe('a link', () => {
  const hrefOf = (markdown: string): string | null | undefined =>
    reader
      .parseInline(markdown, {})[0]
      ?.children?.find(({ type }) => type === 'link_open')
      ?.attrGet('href')

  test('leads where it is to lead, whatever the address has in it', () => {
    const paths = fc.string({
      unit: fc.constantFrom(...'()[]<>|\\`$&;*_~\'"@! %?=a'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(paths, (path) => {
        const url = `https://wiki.example/${path}`
        const row = reader.parse(`| a |\n| --- |\n| ${linked('`x`', url)} |\n`, {})
        const parts = row.filter(({ type }) => type === 'inline')[1]?.children ?? []
        assert.deepEqual(
          parts.map(({ type }) => type),
          ['link_open', 'code_inline', 'link_close'],
        )
        const [wanted, got] = [url, `${parts[0]?.attrGet('href')}`].map((one) => new URL(one))
        assert.equal(unescape(got?.href ?? ''), unescape(wanted?.href ?? ''))
      }),
      { numRuns: 300 },
    )
  })

  test('is none of what is no address of the web', () => {
    for (const url of [
      ...['javascript:alert(1)', 'data:text/html,x', 'docs/a.md', '//evil.example/', ''],
      ...['https://user:secret@wiki.example/', `https://wiki.example/${'x'.repeat(2_000)}`],
    ]) {
      assert.equal(linked('`x`', url), '`x`', url)
    }
    assert.equal(hrefOf(linked('`x`', 'https://wiki.example/1')), 'https://wiki.example/1')
  })
})
