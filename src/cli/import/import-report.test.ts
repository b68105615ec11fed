/** The report of an import: its room, its order, and that nobody who writes files writes in it. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { listed } from '../../../test/support/samples/listed.ts'
import { type FolderReport, noPages, type PageResult } from '../../folder/folder-events.ts'
import { type ImportReportOptions, importReport, linked } from './import-report.ts'
import { chooseWarnings } from './import-summary.ts'

const secret = 'eyJhbGciOiJIUzI1NiJ9.e30.c2VjcmV0'

const options: ImportReportOptions = {
  mode: 'dry-run',
  paths: ['docs'],
  sourceUrl: 'https://forge.example/blob/abc/',
  secrets: [secret],
  warnings: chooseWarnings([], 'all'),
  pathOf: (file) => file,
}

const summary: FolderReport = {
  counts: { ...noPages(), created: 1 },
  warnings: 3,
  warningsByCode: { 'link-missing': 1 },
  newWarnings: 3,
  oldWarnings: 0,
  pruned: 0,
  withoutFile: [],
  ms: 1,
}

const url = 'https://wiki.example/wiki/spaces/DOCS/pages/7'
const at = '2026-01-01'

function reportOf(text: string): string {
  const report = importReport({ ...options, paths: [text] })
  const page: PageResult = {
    file: text,
    title: text,
    depth: 0,
    index: 0,
    outcome: 'updated',
    page: { id: '7', url },
    outlook: {
      titleThere: text,
      renamedFrom: text,
      movedFrom: text,
      remark: text,
      edited: { by: text, at },
      detaches: [text],
    },
  }
  report.onEvent({ type: 'page', done: 1, pages: 2, ...page })
  report.onEvent({ type: 'page', done: 2, pages: 2, ...page, outcome: 'failed', message: text })
  for (const code of ['link-missing', 'image-missing', 'edited-there']) {
    report.onEvent({ type: 'warning', file: text, line: 3, code, severity: 'lost', message: text })
  }
  const gone = { file: text, title: text, pageId: '8', url, staysBecause: text }
  const preview = { name: text, url: 'https://wiki.example/wiki/previews/pr-7/' }
  const end = { ...summary, preview, stoppedBy: text, withoutFile: [gone] }
  return report.toMarkdown(end, new Date(at))
}

const reader = new MarkdownIt({ html: true, linkify: true })

function outline(markdown: string): string[] {
  return reader.parse(markdown, {}).flatMap(({ type, content, children }) => [
    ...(type === 'inline' ? [] : [`${type} ${content}`]),
    ...(children ?? []).map((one) => {
      if (one.type === 'code_inline') return one.type
      const href = one.attrGet('href')
      return `${one.type} ${one.content} ${href?.replace(/(?<=\/abc\/).*/, '')}`
    }),
  ])
}

test('whatever files say, it is code: no link, image, mention, HTML or row is theirs', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...listed(
        '|¦\\¦`¦``¦\n¦\r\n¦[x](https://evil.example)¦![i](e.png)¦<b>¦-->¦@acme/all',
        'https://evil.example¦#1¦\n### ¦| --- |¦ ¦x¦</td>¦&lt;¦$x$¦\u202e¦\ud800¦../¦%¦?a#b',
      ),
    ),
    minLength: 1,
    maxLength: 12,
  })
  const plain = outline(reportOf('x')).slice(1)
  assert.ok(plain.filter((part) => part.startsWith('link_open')).length >= 8)
  fc.assert(
    fc.property(text, (written) => {
      // No path of a file leads upwards.
      fc.pre(!/(?:^|\/)\.\.\//.test(written))
      const report = reportOf(`x${written}x`)
      assert.deepEqual(outline(report).slice(1), plain)
    }),
    { numRuns: 300 },
  )
})

test('no token is in it, whoever says it', () => {
  const report = reportOf(`${'x'.repeat(280)} Bearer ${secret}`)
  for (const length of [secret.length, 12]) assert.ok(!report.includes(secret.slice(0, length)))
  assert.ok(report.includes('Bearer \\*\\*\\*') || report.includes('Bearer ***'))
})

test('fits into a comment, whatever there is to say, and counts what is left out', () => {
  const report = importReport(options)
  const long = '\u{1f600}|'.repeat(2_000)
  for (let index = 0; index < 1_000; index += 1) {
    const page = { file: `${index}${long}`, title: long, depth: 0, index, page: { id: '7', url } }
    report.onEvent({ type: 'page', done: 1, pages: 1, ...page, outcome: 'created' })
    report.onEvent({ type: 'page', done: 1, pages: 1, ...page, outcome: 'failed', message: long })
    for (const severity of ['note', 'changed', 'lost'] as const) {
      const code = severity === 'lost' && index % 2 ? 'link-missing' : 'other'
      const warning = {
        file: `${index}.md`,
        line: 1,
        code,
        severity,
        message: `${severity} ${long}`,
      }
      report.onEvent({ type: 'warning', ...warning })
    }
  }
  const text = report.toMarkdown({ ...summary, stoppedBy: long }, new Date(at))
  assert.ok(Buffer.byteLength(text) <= 65_536, `${Buffer.byteLength(text)}`)
  for (const [table, count] of [
    ['1000 pages not imported', 1_000],
    ['500 broken links', 500],
    ['1000 pages with changes', 1_000],
    ['2500 warnings', 2_500],
  ] as const) {
    const [, after = ''] = text.split(`**${table}**`)
    const [rows = ''] = after.split('The log has')
    const shown = rows.trim().split('\n').length - 2
    assert.ok(shown > 3, table)
    assert.match(after, new RegExp(`^[\\s\\S]*?\nThe log has the other ${count - shown}\\.`))
  }
  const [, warnings = ''] = text.split('warnings**')
  assert.match(warnings, /`lost /)
  assert.doesNotMatch(warnings, /`(?:changed|note) /)
})

describe('a link', () => {
  const hrefOf = (markdown: string): string | null | undefined =>
    reader
      .parseInline(markdown, {})[0]
      ?.children?.find(({ type }) => type === 'link_open')
      ?.attrGet('href')

  test('is none of what is no address of the web', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'docs/a.md',
      '//evil.example/',
      '',
      'https://user:secret@wiki.example/',
      `https://wiki.example/${'x'.repeat(2_000)}`,
    ]) {
      assert.equal(linked('`x`', url), '`x`', url)
    }
    assert.equal(hrefOf(linked('`x`', 'https://wiki.example/1')), 'https://wiki.example/1')
  })
})
