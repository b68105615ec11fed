import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from './read-document.ts'

function read(...lines: readonly string[]) {
  const { frontMatter, notices } = readDocument(`${lines.join('\n')}\n`)
  return { ...frontMatter, notices: notices.map(({ code, line }) => `${line} ${code}`) }
}

describe('headers of mark', () => {
  test('are title, labels, order and the page above', () => {
    const found = read(
      '<!-- Space: ENG -->',
      '<!-- Parent: Guides -->',
      '<!-- Parent: Setup -->',
      '<!-- Title: First steps -->',
      '<!-- Label: one -->',
      '<!-- label: two -->',
      '<!-- Order: 3 -->',
      '',
      '# Heading',
    )
    assert.equal(found.title, 'First steps')
    assert.deepEqual([found.grandparent, found.parent, found.order], ['Guides', 'Setup', 3])
    assert.deepEqual(found.labels, { names: ['one', 'two'], line: 5 })
    assert.deepEqual(found.notices, [])
  })

  test('say of each what it would bring that is missing', () => {
    const found = read(
      '<!-- Space: ENG -->',
      '<!-- Title: A -->',
      '<!-- Type: blogpost -->',
      '<!-- Sidebar: <b>x</b> -->',
      '<!-- Attachment: a.pdf -->',
      '<!-- Attachment: b.pdf -->',
      '<!-- Emoji: x -->',
      '<!-- Property: a=b -->',
      '<!-- Layout: plain -->',
      '<!-- Content-Appearance: fixed -->',
      '<!-- Image-Align: left -->',
      '<!-- Folder: F -->',
      '',
      'See [the file](./b.pdf).',
      '',
      '<!-- Include: x.tmpl',
      '     Name: y -->',
      '',
      '<!-- Macro: A\\d+',
      '     Template: t -->',
      '',
      '<!-- ac:ignore -->',
      '',
      'Hidden.',
      '',
      '<!-- ac:ignore end -->',
    )
    assert.deepEqual(found.notices, ['4 header-lost', '5 header-lost', '16 header-lost'])
  })

  test('come behind front matter where both say it, and labels are those of both', () => {
    const top = ['---', 'title: Front', 'labels: a', '---', '<!-- Title: Comment -->']
    const found = read(...top, '<!-- Label: b -->')
    assert.equal(found.title, 'Front')
    assert.deepEqual(found.labels?.names, ['a', 'b'])
  })

  test('leave a file out that is not to be written', () => {
    assert.ok(read('<!-- Title: A -->', '<!-- Synchronized: false -->').leftOut)
    assert.equal(read('<!-- Title: A -->', '<!-- Synchronized: true -->').leftOut, undefined)
  })

  test('stand at the top, and are not taken for others', () => {
    for (const lines of [
      ['Text.', '', '<!-- Title: Late -->', '<!-- Sidebar: x -->'],
      ['<!-- Label: of somebody -->', '<!-- Include: x -->', '', 'Text.'],
      ['```html', '<!-- Title: Code -->', '```'],
      ['<!-->', '<!-- -->', '<!-- Title: -->', '<!-- : x -->', '<!-- Title: open'],
      ['<!-- constructor: x -->', '<!-- Title x -->', '<!-- __proto__: x -->'],
    ]) {
      const { title, labels, notices } = read(...lines)
      assert.deepEqual([title, labels, notices], [undefined, undefined, []], lines.join('\n'))
    }
  })
})

describe('the id of the page', () => {
  test('is in front matter, or in the comment of md2conf wherever it stands', () => {
    for (const lines of [
      ['---', 'confluence_page_id: 123', '---'],
      ['---', 'confluence-page-id: "123"', '---'],
      ['---', "connie-page-id: '123'", 'connie-title: A', '---'],
      ['+++', 'page_id = 123', '+++'],
      ['# Title', '', '<!-- confluence-page-id: 123 -->'],
      ['<!-- confluence_page_id:   123   -->'],
    ]) {
      const { pageId, notices } = read(...lines)
      assert.deepEqual([pageId, notices], ['123', []], lines.join('\n'))
    }
    const both = ['---', 'page_id: 1', '---', '<!-- confluence-page-id: 2 -->']
    assert.equal(read(...both).pageId, '1')
  })

  test('is a number: what others mean by the field is said, and not taken', () => {
    for (const written of ['home', '1a', '[1]', '-1', '1.5']) {
      const { pageId, notices } = read('---', `page_id: ${written}`, '---')
      assert.deepEqual([pageId, notices], [undefined, ['2 front-matter-ignored']], written)
    }
    for (const lines of [
      ['`<!-- confluence-page-id: 1 -->`'],
      ['<!-- confluence-page-id: x -->'],
    ]) {
      assert.equal(read(...lines).pageId, undefined, lines.join())
    }
  })
})
