/** Sections: cut where the headings of the page are, and named by the ids that the page gives them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { documentIds } from '../render/document-ids.ts'
import { adfToText } from './node-text.ts'
import {
  findSection,
  markedHeadings,
  sectionedText,
  splitSections,
  withoutMarks,
} from './sections.ts'
import type { AdfDoc } from './types.ts'

const words = fc.oneof(
  fc.constantFrom('Install', 'install', 'Install-1', 'Über uns', '全文', '', ' ', 'a\nb'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const heading = words.map((text) => ({
  type: 'heading',
  attrs: { level: 2 },
  content: text === '' ? [] : [{ type: 'text', text }],
}))
const paragraph = words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
const block = fc.oneof(
  heading,
  paragraph,
  fc.array(fc.oneof(heading, paragraph), { maxLength: 3 }).map((content) => ({
    type: 'panel',
    attrs: { panelType: 'info' },
    content,
  })),
)

test('each heading with words is a section with the id that the page gives it', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (content) => {
      const doc = { version: 1, type: 'doc', content } as unknown as AdfDoc
      const text = sectionedText(doc)
      assert.equal(withoutMarks(text), adfToText(doc))
      const headings = documentIds(doc).headings.filter((one) => one.text !== '')
      const sections = splitSections(text).filter(({ id }) => id !== '')
      assert.deepEqual(
        sections.map(({ heading }) => heading),
        headings.map((one) => one.text.trim()),
      )
      if (documentIds(doc).headings.length === headings.length) {
        assert.deepEqual(
          sections.map(({ id }) => id),
          headings.map(({ id }) => id),
        )
      }
      assert.deepEqual(
        markedHeadings(text),
        headings.map((one) => one.text),
      )
    }),
    { numRuns: 300 },
  )
})

test('what stands before the first heading is a section without one', () => {
  const at = (type: string, text: string) => ({
    type,
    attrs: { level: 1 },
    content: [{ type: 'text', text }],
  })
  const content = [at('paragraph', 'Before.'), at('heading', 'One'), at('paragraph', 'After.')]
  assert.deepEqual(splitSections(sectionedText({ content } as unknown as AdfDoc)), [
    { id: '', heading: '', text: 'Before.' },
    { id: 'h-one', heading: 'One', text: 'After.' },
  ])
})

test('a section goes from its heading to the next one that is not below it', () => {
  const head = (text: string, level: number) => ({
    type: 'heading',
    attrs: { level },
    content: [{ type: 'text', text }],
  })
  const said = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const inPanel = { type: 'panel', content: [head('Inside', 1), said('d')] }
  const content = [
    said('a'),
    head('Set up!', 2),
    said('b'),
    head('Deeper', 3),
    said('c'),
    inPanel,
    head('Use', 2),
    said('e'),
    head('set up', 1),
    said('f'),
  ]
  const find = (name: string) => findSection({ content } as unknown as AdfDoc, name)
  assert.deepEqual(find(' set UP'), content.slice(1, 6))
  assert.deepEqual(find('Deeper'), content.slice(3, 6))
  assert.deepEqual(find('inside'), inPanel.content)
  assert.deepEqual(find('set-up-1'), content.slice(8))
  assert.equal(find('Missing'), undefined)
})
