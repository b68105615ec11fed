/**
 * One running conversion: the state that handlers share, and the dispatch from node to handler.
 * @module
 */
import type { Definition, FootnoteDefinition } from 'mdast'
import type { AdfMark } from '../adf/marks.ts'
import type { Anchors } from './anchors.ts'
import type { Align } from './html/alignment.ts'
import type { HtmlItem } from './html/html-tree.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ResolveImage, ResolveLink } from './markdown-options.ts'
import type { MarkdownNode, ParsedRoot } from './parse-markdown.ts'
import type { Warnings } from './warnings.ts'

/** Converts one block construct into any number of nodes. */
export type BlockHandler<Node extends MarkdownNode> = (
  node: Node,
  conversion: Conversion,
) => readonly LooseNode[]

/** Converts one inline construct, under the marks of the constructs around it. */
export type InlineHandler<Node extends MarkdownNode> = (
  node: Node,
  marks: readonly AdfMark[],
  conversion: Conversion,
) => readonly LooseNode[]

export interface Conversion {
  readonly definitions: ReadonlyMap<string, Definition>
  readonly footnotes: Footnotes
  readonly warnings: Warnings
  /** Budget of empty cells that fill short table rows. */
  readonly cells: CountBudget
  readonly formulas: CountBudget
  readonly anchors: Anchors
  blocks(nodes: readonly MarkdownNode[]): readonly LooseNode[]
  inlines(nodes: readonly MarkdownNode[], marks?: readonly AdfMark[]): readonly LooseNode[]
  inline(node: MarkdownNode, marks: readonly AdfMark[]): readonly LooseNode[]
  isBlock(node: MarkdownNode): boolean
  flow(items: readonly HtmlItem[], align?: Align): LooseNode[]
  phrasing(items: readonly HtmlItem[], marks: readonly AdfMark[]): LooseNode[]
  inElement<Result>(convert: () => Result): Result
  /**
   * Refuse HTML that nests too deep.
   * @throws {MarkdownLimitError} When this depth is over the limit, counted with the elements
   * around it.
   */
  checkHtmlDepth(depth: number, line: number): void
  readonly resolveImage: ResolveImage
  readonly resolveLink: ResolveLink
  /** Make an id that is unique in the document and the same in every conversion of it. */
  nextLocalId(): string
}

export interface Footnotes {
  readonly definitions: ReadonlyMap<string, FootnoteDefinition>
  /** Number a footnote by order of first reference. */
  refer(identifier: string): { number: number; isFirst: boolean }
  inOrder(): string[]
}

/** Collect the link and footnote definitions of a document; the first of a name counts. */
export function collectDefinitions({ nodes }: ParsedRoot): {
  definitions: Map<string, Definition>
  footnotes: Footnotes
} {
  const definitions = new Map<string, Definition>()
  const footnoteDefinitions = new Map<string, FootnoteDefinition>()
  const collect = (id: number): void => {
    const type = nodes.typeOf(id)
    if (type === 'definition' || type === 'footnoteDefinition') {
      const node = nodes.node(id) as Definition | FootnoteDefinition
      const { identifier } = node
      if (node.type === 'footnoteDefinition') {
        // Keep a second note of the same name as a note that nothing refers to, so that its words
        // stay.
        const isTaken = footnoteDefinitions.has(identifier)
        const suffix = isTaken ? `\0${footnoteDefinitions.size}` : ''
        footnoteDefinitions.set(identifier + suffix, node)
      } else if (!definitions.has(identifier)) definitions.set(identifier, node)
    }
    if (!holdsBlocks.has(type)) return
    const count = nodes.childCount(id)
    for (let index = 0; index < count; index += 1) collect(nodes.childOf(id, index))
  }
  if (nodes.has('definition') || nodes.has('footnoteDefinition')) collect(0)
  return { definitions, footnotes: numberFootnotes(footnoteDefinitions) }
}

const holdsBlocks: ReadonlySet<string> = new Set([
  'root',
  'blockquote',
  'list',
  'listItem',
  'footnoteDefinition',
  'descriptionList',
  'descriptionDetails',
])

function numberFootnotes(definitions: ReadonlyMap<string, FootnoteDefinition>): Footnotes {
  const numbers = new Map<string, number>()
  const numberOf = (identifier: string): number => {
    const number = numbers.get(identifier) ?? numbers.size + 1
    numbers.set(identifier, number)
    return number
  }
  const referred = new Set<string>()
  return {
    definitions,
    refer(identifier) {
      const isFirst = !referred.has(identifier)
      referred.add(identifier)
      return { number: numberOf(identifier), isFirst }
    },
    inOrder() {
      for (const identifier of definitions.keys()) numberOf(identifier)
      return [...numbers.keys()]
    },
  }
}

export interface CountBudget {
  /** @returns Whether that many were left; if not, none is taken. */
  take(count: number): boolean
}

export function countBudget(max: number): CountBudget {
  let left = max
  return {
    take(count) {
      if (count > left) return false
      left -= count
      return true
    },
  }
}
