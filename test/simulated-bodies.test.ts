/** What simulated sites do to bodies, as recorded pages show it. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adfBody } from './support/confluence/adf-body.ts'
import type { SimulatorSwitches } from './support/confluence/simulator.ts'
import type { BodyPage } from './support/confluence/site-body.ts'
import { storageBody } from './support/confluence/storage-body.ts'

const page: BodyPage = {
  id: '7',
  files: [{ name: 'a.png', mediaType: 'image/png', size: 3, fileIds: ['new', 'old'] }],
  find: ({ id, title }) =>
    id === '9' || title === 'Nine' ? { title: 'Nine', version: 3 } : undefined,
  mentionOf: (id) => (id === 'u' ? '@Ada' : undefined),
}
const adf = adfBody({ unknownMedia: 'kept' } as SimulatorSwitches)

/** Save blocks, and give back what is stored of them. */
function save(...content: object[]): { type: string; attrs?: object; marks?: object[] }[] {
  const doc = JSON.stringify({ version: 1, type: 'doc', content })
  return JSON.parse(adf.apiSave(doc, page)).content
}

function edit(...content: object[]) {
  return JSON.parse(adf.editorSave(JSON.stringify({ version: 1, type: 'doc', content }), page))
    .content
}

const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length && { marks }),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })

describe('saving ADF by the API', () => {
  test('fills in what has a default', () => {
    const cell = { type: 'tableCell', attrs: { colwidth: [120] }, content: [paragraph(text('a'))] }
    const [list, table] = save(
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] },
      { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
    )
    assert.deepEqual(list?.attrs, { order: 1 })
    assert.match(JSON.stringify(table?.attrs), /^\{"layout":"default","localId":"[0-9a-f-]{36}"\}$/)
    assert.match(JSON.stringify(table), /"colspan":1,"rowspan":1,"colwidth":\[120\]/)
  })

  test('renames languages and drops empty ones', () => {
    const languages = ['Bash', 'js', 'rust', ''].map((language) => ({
      type: 'codeBlock',
      attrs: { language },
      content: [text('x')],
    }))
    assert.deepEqual(
      save(...languages).map((one) => one.attrs),
      [{ language: 'shell' }, { language: 'javascript' }, { language: 'rust' }, undefined],
    )
  })

  test('merges texts, drops empty ones, and leaves code alone with its link', () => {
    const strong = { type: 'strong' }
    const [saved] = save(
      paragraph(text('a'), text('b'), text(''), text('c', strong, { type: 'code' }), {
        type: 'hardBreak',
      }),
    )
    assert.equal(
      JSON.stringify(saved),
      '{"type":"paragraph","content":[{"text":"ab","type":"text"},{"text":"c","type":"text","marks":[{"type":"code"}]},{"type":"hardBreak"}]}',
    )
  })

  test('notes what it knows of links within the site, and of files', () => {
    const link = (href: string) => text('x', { type: 'link', attrs: { href } })
    const stored = JSON.stringify(
      save(
        paragraph(link('https://example.com/'), text('1'), link('#Top'), text('2')),
        paragraph(link('http://c/wiki/spaces/ENG/pages/9/Nine#Top')),
        { type: 'mediaSingle', content: [{ type: 'media', attrs: { id: 'old', width: 600 } }] },
      ),
    )
    assert.match(stored, /\{"type":"link","attrs":\{"href":"https:\/\/example\.com\/"\}\}/)
    assert.match(stored, /"linkType":"self","anchorName":"Top"/)
    assert.match(stored, /"contentTitle":"Nine","anchorName":"Top","versionAtSave":"3"/)
    assert.match(stored, /"layout":"align-start","width":600,"widthType":"pixel"/)
    assert.match(stored, /"id":"new".*"__fileName":"a\.png"/)
  })

  test('gives macros their ids, renews mentions, and strips what pages have not', () => {
    const stored = JSON.stringify(
      save(
        { type: 'extension', attrs: { extensionKey: 'toc' } },
        paragraph(
          { type: 'mention', attrs: { id: 'u', text: '@old' } },
          text('x', { type: 'fontSize', attrs: { fontSize: 'small' } }),
          { type: 'status', attrs: { text: 'T', color: 'red' } },
        ),
      ),
    )
    assert.match(stored, /"macroParams":\{"_parentId":\{"value":"7"\}\}/)
    assert.match(stored, /"macroId":\{"value":"[0-9a-f-]{36}"\},"schemaVersion":\{"value":"1"\}/)
    assert.match(stored, /"text":"@Ada"/)
    assert.match(stored, /"style":"bold"/)
    assert.doesNotMatch(stored, /fontSize/)
  })

  test('does nothing the second time', () => {
    const once = adf.apiSave(JSON.stringify(sample), page)
    assert.equal(adf.apiSave(once, page), once)
  })

  test('counts two saves of one document as the same, and no other', () => {
    const [one, two] = [1, 2].map(() => adf.apiSave(JSON.stringify(sample), page))
    assert.notEqual(one, two)
    assert.ok(adf.isSame(one!, two!))
    assert.ok(!adf.isSame(one!, one!.replace('cell', 'Cell')))
  })
})

const sample = {
  version: 1,
  type: 'doc',
  content: [
    paragraph(text('a', { type: 'strong' }, { type: 'link', attrs: { href: '#b' } })),
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text('cell'))] }] },
      ],
    },
    { type: 'extension', attrs: { extensionKey: 'children' } },
    { type: 'codeBlock', attrs: { language: 'py' }, content: [text('x')] },
  ],
}

describe("saving ADF in Cloud's editor", () => {
  test('names every node that has no name, and widens code at the top', () => {
    const code = { type: 'codeBlock', content: [text('x')] }
    const [block, panel, table] = edit(
      code,
      { type: 'panel', attrs: { panelType: 'info' }, content: [code] },
      { type: 'table', attrs: { layout: 'wide', localId: 'kept' }, content: [] },
    )
    assert.deepEqual(block.marks, [{ type: 'breakout', attrs: { mode: 'wide', width: 760 } }])
    assert.match(block.attrs.localId, /^[0-9a-f]{12}$/)
    assert.equal(panel.content[0].marks, undefined)
    assert.deepEqual(table.attrs, { layout: 'wide', localId: 'kept', width: 960 })
  })

  test('forgets what saving noted, and turns marks round', () => {
    const [saved] = save(
      paragraph(text('a', { type: 'strong' }, { type: 'link', attrs: { href: '#b' } })),
    )
    const [edited] = edit(saved!, { type: 'mediaSingle', attrs: { layout: 'center' } })
    assert.deepEqual(edited.content[0].marks, [
      { type: 'strong' },
      { type: 'link', attrs: { href: '#b' } },
    ])
  })

  test('keeps comments and their words', () => {
    const marked = adf.addMarker(JSON.stringify(sample), 'cell', 0, 'm')
    assert.deepEqual(adf.markers(adf.editorSave(adf.apiSave(marked, page), page)), ['m'])
  })
})

describe('saving storage format', () => {
  test('writes empty elements with a space, and numbers macros', () => {
    const stored = storageBody.apiSave('<p>a<br/></p><ac:structured-macro ac:name="toc"/>', page)
    assert.match(
      stored,
      /^<p>a<br \/><\/p><ac:structured-macro ac:name="toc" ac:schema-version="1" ac:macro-id="[0-9a-f-]{36}" \/>$/,
    )
    assert.equal(storageBody.apiSave(stored, page), stored)
  })

  test('notes the version of linked pages, and knows two saves as the same', () => {
    const sent =
      '<ac:link><ri:page ri:content-title="Nine"/></ac:link><ac:structured-macro ac:name="x"></ac:structured-macro>'
    const [one, two] = [1, 2].map(() => storageBody.apiSave(sent, page))
    assert.match(one!, /ri:version-at-save="3"/)
    assert.notEqual(one, two)
    assert.ok(storageBody.isSame(one!, two!))
    assert.ok(!storageBody.isSame(one!, '<p />'))
  })

  test('names characters in its editor, and leaves code as it is', () => {
    const code = '<ac:plain-text-body><![CDATA[a – b]]></ac:plain-text-body>'
    const edited = storageBody.editorSave(`<p>a – b</p>${code}`, page)
    assert.equal(edited, `<p>a &ndash; b</p>${code}`)
  })

  test('changes one block at the top, whatever stands in it', () => {
    const body = '<p>a</p>\n<ul><li>b</li></ul><p>c</p>'
    const changed = storageBody.changeBlock(body, 1, (words) => words.toUpperCase())
    assert.equal(changed, '<p>a</p>\n<ul><li>B</li></ul><p>c</p>')
    assert.throws(() => storageBody.changeBlock(body, 3, (words) => words))
  })
})
