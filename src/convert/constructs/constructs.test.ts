/** The examples beside the constructs are what they become. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertSound } from '../../../test/support/conversion/conversion-cases.ts'
import type { AdfDoc } from '../adf/types.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { constructs } from './constructs.ts'

describe('an example of a construct becomes what it says', () => {
  for (const [markdown, outline] of constructs.flatMap(({ examples }) =>
    Object.entries(examples),
  )) {
    test(JSON.stringify(markdown), () => {
      assert.equal(outlineOf(markdownToAdf(markdown).adf), outline)
      assertSound(markdown)
    })
  }
})

interface AnyNode {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly AnyNode[]
  readonly content?: readonly AnyNode[]
}

/** What an outline says of a node or mark beside its type. */
const shown = ['level', 'order', 'language', 'panelType', 'state', 'title', 'url', 'text', 'href']

/**
 * Write the outline of a document: `paragraph("a ", "b" strong)`. Nodes are separated by commas, a
 * node's own text or type is followed by attributes and marks.
 */
export function outlineOf({ content }: Pick<AdfDoc, 'content'>): string {
  return outlineOfNodes(content as readonly AnyNode[])
}

function outlineOfNodes(nodes: readonly AnyNode[]): string {
  return nodes.map(outlineOfNode).join(', ')
}

function outlineOfNode({ type, text, marks = [], content, attrs }: AnyNode): string {
  const own = [text === undefined ? type : JSON.stringify(text), ...wordsOf(attrs)]
  const words = [...own, ...marks.flatMap((mark) => [mark.type, ...wordsOf(mark.attrs)])].join(' ')
  return content === undefined ? words : `${words}(${outlineOfNodes(content)})`
}

function wordsOf(attrs: AnyNode['attrs'] = {}): unknown[] {
  return shown.flatMap((name) => (name in attrs ? [attrs[name]] : []))
}
