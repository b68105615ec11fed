/** Images in sentences, as Cloud and Data Center can show them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { node, p, t } from '../../../test/support/conversion/conversion-cases.ts'
import { isSchemaValid } from '../../../test/support/conversion/written-documents.ts'
import { problems } from '../../convert/adf/problems.ts'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import type { RemoteDocument } from './remote-images.ts'
import { toRemoteDocument } from './to-remote-document.ts'

const sha256 = 'a0'.repeat(32)
const plain: RemoteDocument = {
  kind: 'cloud',
  baseUrl: 'https://acme.atlassian.net/wiki',
  settings: { diagramMacros: {}, formulaMacros: undefined },
  pageId: '7',
  files: [{ sha256, name: 'markport-a.png', fileId: 'file-1' }],
}
const dataCenter: RemoteDocument = { ...plain, kind: 'data-center' }

function remote(markdown: string, wanted: RemoteDocument = plain): readonly unknown[] {
  return toRemoteDocument(markdownToAdf(markdown).adf, wanted).content
}

const web = 'https://example.org/i.png'
const sizedAs = (height: number, kind = 'cloud'): readonly unknown[] =>
  remote(
    `a <img src="attachment:${sha256}" alt="A cat" width="40" height="${height}"> b`,
    kind === 'cloud' ? plain : dataCenter,
  )
const file = (id: string, height: number): unknown =>
  node('mediaInline', {
    type: 'image',
    id,
    collection: 'contentId-7',
    alt: 'A cat',
    width: 40,
    height,
  })()

test('stand apart on Cloud where they would be too small to be made out', () => {
  assert.deepEqual(sizedAs(900), [
    p(t('a')),
    node('mediaSingle', { layout: 'center', width: 40, widthType: 'pixel' })(
      node('media', { type: 'file', id: 'file-1', collection: 'contentId-7', alt: 'A cat' })(),
    ),
    p(t('b')),
  ])
  const [heading] = remote(`# a ![A cat|40x900](attachment:${sha256})`) as {
    content: unknown[]
  }[]
  assert.deepEqual(heading?.content[1], file('file-1', 900))
})

test('of the web stay on Data Center, and stand apart on Cloud', () => {
  const markdown = `a [![i](${web})](https://example.org/) b`
  assert.deepEqual(remote(markdown, dataCenter), markdownToAdf(markdown).adf.content)
  const marks = [{ type: 'link', attrs: { href: 'https://example.org/' } }]
  assert.deepEqual(remote(markdown), [
    p(t('a')),
    node('mediaSingle', { layout: 'center' })({
      type: 'media',
      attrs: { type: 'external', url: web, alt: 'i' },
      marks,
    }),
    p(t('b')),
  ])
})

test('of the web are links where Cloud can hold nothing else', () => {
  const marks = [{ type: 'link', attrs: { href: web } }]
  for (const markdown of [`# ![i](${web})`, `- [ ] ![i](${web})`]) {
    const written = JSON.stringify(remote(markdown))
    assert.ok(written.includes(JSON.stringify({ type: 'text', text: 'i', marks })), written)
    assert.doesNotMatch(written, /mediaInline/)
  }
})

test('that are not attached are their description', () => {
  const missing = `a ![A cat](attachment:${'b1'.repeat(32)}) b`
  for (const wanted of [plain, dataCenter]) {
    assert.deepEqual(remote(missing, wanted), [p(t('a '), t('A cat'), t(' b'))])
  }
  assert.deepEqual(remote('a ![i](i.png)'), [p(t('a '), t('i (i.png)'))])
})

test('keep links to their headings, which Cloud names by their nodes', () => {
  const markdown = `# ![i](attachment:${sha256}) A\n\n[b](#i-a) [c](#w)\n\n# ![w](${web})`
  const hrefs = JSON.stringify(remote(markdown)).match(/"href":"#[^"]*"/g)
  assert.deepEqual(hrefs, ['"href":"#[mediaInline]-A"', '"href":"#w"'])
})

test('never name anything but a file on Cloud, wherever they stand', () => {
  const places = ['x', '- x', '> x', '> [!NOTE]\n> x', '| x |\n|---|\n| x |', '# x', '- [ ] x']
  const wrapped = [...places, ':::details y\nx\n:::', '[^1]\n\n[^1]: x', 'y\n: x']
  for (const place of wrapped) {
    for (const address of [web, `attachment:${sha256}`, 'i.png']) {
      const doc = markdownToAdf(place.replaceAll('x', `a ![i](${address}) b`)).adf
      const made = toRemoteDocument(doc, plain)
      assert.deepEqual(problems(made), [], place)
      assert.ok(isSchemaValid(made), place)
      assert.doesNotMatch(JSON.stringify(made), /"collection":""/, place)
      assert.equal(JSON.stringify(doc).includes('"collection":""'), true, 'control')
    }
  }
})
