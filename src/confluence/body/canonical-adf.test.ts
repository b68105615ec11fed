import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { gfmExamples } from '../../../test/fixtures/gfm-examples.ts'
import { saveAdf } from '../../../test/support/confluence/adf-api-save.ts'
import { saveAdfInEditor } from '../../../test/support/confluence/adf-body.ts'
import type { AdfJson } from '../../../test/support/confluence/adf-node.ts'
import type { BodyPage } from '../../../test/support/confluence/site-body.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import type { AnyNode } from '../../convert/adf/any-node.ts'
import { problems } from '../../convert/adf/problems.ts'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import { canonicalAdf } from './canonical-adf.ts'
import { readNodes } from './flat-text.ts'
import { adfDialect } from './site-kinds.ts'

const page: BodyPage = {
  id: '458790',
  files: [{ name: 'a.png', mediaType: 'image/png', size: 3, fileIds: ['x'] }],
  find: () => ({ title: 'Another page', version: 3 }),
  mentionOf: () => '@Somebody Else',
}

const word = { type: 'text', text: 'word' }
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const link = (href: string) => paragraph({ ...word, marks: [{ type: 'link', attrs: { href } }] })
const site = 'https://acme.atlassian.net/wiki/spaces'
const image = (attrs: object, size: object) => ({
  type: 'mediaSingle',
  attrs,
  content: [{ type: 'media', attrs: { type: 'file', id: 'x', collection: 'c', ...size } }],
})
const macro = (parameters: object) => ({
  type: 'extension',
  attrs: { extensionType: 'core', extensionKey: 'toc', parameters },
})
const code = (language: string) => ({ type: 'codeBlock', attrs: { language }, content: [word] })

const same: readonly [string, AnyNode, AnyNode][] = [
  [
    'with a title in the address of a page',
    link(`${site}/A/pages/7/Title`),
    link(`${site}/A/pages/7`),
  ],
  [
    'when a linked page was moved to another space',
    link(`${site}/A/pages/7`),
    link(`${site}/~b/pages/7`),
  ],
  ['with an encoded anchor', link(`${site}/A/pages/7/T#a:b`), link(`${site}/A/pages/7#a%3Ab`)],
  [
    'with an image of its own width',
    image({ layout: 'center' }, {}),
    image({ layout: 'center', width: 600, widthType: 'pixel' }, { width: 600, height: 200 }),
  ],
  ['with the default layout of images', image({}, {}), image({ layout: 'align-start' }, {})],
  [
    'with another id and version of a macro',
    macro({ macroParams: {} }),
    macro({
      macroParams: { _parentId: { value: '1' } },
      macroMetadata: { schemaVersion: { value: '2' } },
    }),
  ],
  ['with another name of a language', code('Bash'), code('shell')],
  [
    'with a task that was one of blocks',
    { type: 'taskItem', content: [word] },
    { type: 'blockTaskItem', content: [paragraph(word)] },
  ],
  [
    'with a comment',
    paragraph(word),
    paragraph(
      { type: 'text', text: 'wo', marks: [{ type: 'annotation', attrs: { id: '1' } }] },
      { type: 'text', text: 'rd' },
    ),
  ],
  [
    'with nothing in what says nothing',
    { type: 'paragraph' },
    { type: 'paragraph', attrs: { localId: 'a', x: null }, content: [], marks: [] },
  ],
]

const different: readonly [string, AnyNode, AnyNode][] = [
  ['a link to another page', link(`${site}/A/pages/7`), link(`${site}/A/pages/8`)],
  [
    'a link to another site',
    link(`${site}/A/pages/7`),
    link('https://other.example/wiki/spaces/A/pages/7'),
  ],
  ['a link to another anchor', link(`${site}/A/pages/7#a`), link(`${site}/A/pages/7#b`)],
  [
    'an image that was made smaller',
    image({ width: 300, widthType: 'pixel' }, { width: 600 }),
    image({}, {}),
  ],
  ['another image', image({}, {}), image({}, { id: 'y' })],
  [
    'a macro with another parameter',
    macro({ macroParams: { maxLevel: { value: '2' } } }),
    macro({}),
  ],
  ['another language', code('rust'), code('go')],
  [
    'a task that is done',
    { type: 'taskItem', attrs: { state: 'DONE' } },
    { type: 'taskItem', attrs: { state: 'TODO' } },
  ],
  ['another mark', paragraph(word), paragraph({ ...word, marks: [{ type: 'strong' }] })],
  [
    'a text that could be taken for another node',
    paragraph({ type: 'text', text: 'a"]paragraph["b' }),
    paragraph({ type: 'text', text: 'a' }),
  ],
  ['a type that could be taken for two', { type: 'rule]paragraph[' }, { type: 'rule' }],
]

const recorded: readonly [string, number][] = [
  ['adf-reference', 2],
  ['emoji', 1],
]

describe('a document has one canonical form', () => {
  test('before and after it is saved by the API, by the editor, and again', () => {
    for (const markdown of documents()) assertSurvivesSaves(markdownToAdf(markdown).adf)
  })

  test('whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { maxLength: 120 }), (choices) => {
        const doc = withKnownParameters(generatedDoc(choices))
        fc.pre(problems(doc).length === 0)
        assertSurvivesSaves(doc)
      }),
      { numRuns: 300 },
    )
  })

  for (const [name, typed] of recorded) {
    test(`on a real site, where ${name} was saved by the API and then in the editor`, () => {
      const [saved, edited] = ['api-save', 'editor-save'].map((how) =>
        adfDialect
          .read(readFileSync(`test/fixtures/confluence/${name}.${how}.json`, 'utf8'))
          .blocks.map(({ canonical }) => canonical),
      ) as [string[], string[]]
      assert.deepEqual(edited.slice(0, saved.length), saved)
      assert.equal(edited.length, saved.length + typed)
    })
  }

  test('with the languages that a real site renames, and those that it leaves', () => {
    const stored = 'shell javascript jsx ts python py3 golang c++ cc csharp f# visualbasic'
    const sent = 'Bash js jsx ts py py3 golang cpp cc c# F# vb'.split(' ')
    const forms = sent.map((language) => canonicalAdf(code(language)))
    assert.deepEqual(
      forms,
      stored.split(' ').map((language) => canonicalAdf(code(language))),
    )
    assert.equal(new Set(forms).size, forms.length)
  })

  for (const [name, one, other] of same) {
    test(name, () => assert.equal(canonicalAdf(one), canonicalAdf(other)))
  }
})

describe('another form has', () => {
  test('a document of which one word is another', () => {
    let changes = 0
    for (const markdown of documents()) {
      const { adf } = markdownToAdf(markdown)
      const form = formOf(adf)
      for (const changed of withOtherWords(JSON.stringify(adf))) {
        changes += 1
        assert.notEqual(formOf(changed), form, JSON.stringify(changed))
      }
    }
    assert.ok(changes > 500, `${changes}`)
  })

  for (const [name, one, other] of different) {
    test(name, () => assert.notEqual(canonicalAdf(one), canonicalAdf(other)))
  }
})

test('whatever a site sends as a body is read', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (body) => {
      adfDialect.read(body)
      adfDialect.read(`{"type":"doc","content":[${body}]}`)
    }),
  )
  for (const body of ['', 'no JSON', '{', '{"type":"doc"}', '{"content":{}}', 'null', '[[]]']) {
    assert.ok(adfDialect.read(body).blocks.length <= 1, body)
  }
  assert.equal(adfDialect.read('no JSON').text, 'no JSON\n')
})

test('a body that nests too deep is refused before it exhausts the stack', () => {
  const levels = 200_000
  const node = '{"type":"panel","content":['
  const deep = `${node.repeat(levels)}${']}'.repeat(levels)}`
  assert.throws(() => adfDialect.read(deep), RangeError)
  assert.throws(() => readNodes(`${'['.repeat(levels)}${']'.repeat(levels)}`), RangeError)
})

const maxChanges = 20

function* documents(): Iterable<string> {
  for (const file of globSync(['docs/**/*.md', 'test/fixtures/*.md']))
    yield readFileSync(file, 'utf8')
  for (const { markdown } of gfmExamples) yield markdown
}

function assertSurvivesSaves(doc: unknown): void {
  const saved = saveAdf(doc as AdfJson, page)
  const edited = saveAdfInEditor(saved)
  const form = formOf(doc)
  assert.equal(formOf(saved), form, JSON.stringify(doc))
  assert.equal(formOf(edited), form, JSON.stringify(doc))
  assert.equal(formOf(saveAdf(edited, page)), form, JSON.stringify(doc))
}

function withKnownParameters(doc: unknown): unknown {
  return JSON.parse(JSON.stringify(doc), (key, value) =>
    key === 'parameters' && (typeof value !== 'object' || Array.isArray(value)) ? {} : value,
  )
}

function formOf(doc: unknown): string {
  const { blocks } = adfDialect.read(JSON.stringify(doc))
  return blocks.map(({ canonical }) => canonical).join('\n')
}

function* withOtherWords(json: string): Iterable<unknown> {
  const count = (json.match(/"type":"text"/g) ?? []).length
  for (let wanted = 0; wanted < count; wanted += 1 + Math.floor(count / maxChanges)) {
    let at = 0
    yield JSON.parse(json, (_, value) => {
      if (value?.type !== 'text') return value
      at += 1
      return at - 1 === wanted ? { ...value, text: withOtherWord(value.text) } : value
    })
  }
}

function withOtherWord(text: string): string {
  return /\p{L}/u.test(text)
    ? text.replace(/\p{L}/u, (letter) => (letter === 'x' ? 'y' : 'x'))
    : `${text}x`
}
