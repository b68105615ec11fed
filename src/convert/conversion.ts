/** One conversion under way: what handlers share, and the walk from node to handler. @module */
import type { Definition, FootnoteDefinition } from 'mdast'
import type { AdfMark } from '../adf/marks.ts'
import type { Anchors } from './anchors.ts'
import type { Align } from './html/alignment.ts'
import type { HtmlItem } from './html/html-tree.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ResolveImage, ResolveLink } from './markdown-options.ts'
import type { MarkdownNode, ParsedRoot } from './parse-markdown.ts'
import type { Warnings } from './warnings.ts'

/** Converts one construct; returns none, one or several nodes. */
export type BlockHandler<Node extends MarkdownNode> = (
  node: Node,
  conversion: Conversion,
) => readonly LooseNode[]

/** Converts one construct inside a sentence, under the marks of those around it. */
export type InlineHandler<Node extends MarkdownNode> = (
  node: Node,
  marks: readonly AdfMark[],
  conversion: Conversion,
) => readonly LooseNode[]

export interface Conversion {
  readonly definitions: ReadonlyMap<string, Definition>
  readonly footnotes: Footnotes
  readonly warnings: Warnings
  /** Empty cells, for the short rows of tables. */
  readonly cells: CountBudget
  readonly formulas: CountBudget
  readonly anchors: Anchors
  /** Convert what stands one below the other. */
  blocks(nodes: readonly MarkdownNode[]): readonly LooseNode[]
  /** Convert what stands in a sentence. */
  inlines(nodes: readonly MarkdownNode[], marks?: readonly AdfMark[]): readonly LooseNode[]
  /** Convert one node of a sentence. */
  inline(node: MarkdownNode, marks: readonly AdfMark[]): readonly LooseNode[]
  isBlock(node: MarkdownNode): boolean
  /** Convert HTML, and the Markdown between it, to blocks. */
  flow(items: readonly HtmlItem[], align?: Align): LooseNode[]
  /** Convert HTML, and the Markdown between it, to the content of a sentence. */
  phrasing(items: readonly HtmlItem[], marks: readonly AdfMark[]): LooseNode[]
  /** Convert what an HTML element holds; counts its level. */
  inElement<Result>(convert: () => Result): Result
  /**
   * Refuse HTML that nests too deep.
   * @throws {MarkdownLimitError} When it does, inside the elements that are being converted.
   */
  checkHtmlDepth(depth: number, line: number): void
  readonly resolveImage: ResolveImage
  readonly resolveLink: ResolveLink
  /** Make an id that is unique in the document, and the same whenever it is converted. */
  nextLocalId(): string
}

export interface Footnotes {
  readonly definitions: ReadonlyMap<string, FootnoteDefinition>
  /** Refer to a footnote: its number, by order of first reference. */
  refer(identifier: string): { number: number; isFirst: boolean }
  /** Identifiers by number, those of notes that nothing refers to last. */
  inOrder(): string[]
}

/** Collect the link definitions, wherever they stand; the first of a name counts. */
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
        // A second note of the same name is one that nothing refers to; its words stay.
        const isTaken = footnoteDefinitions.has(identifier)
        const suffix = isTaken ? `\0${footnoteDefinitions.size}` : ''
        footnoteDefinitions.set(identifier + suffix, node)
      } else if (!definitions.has(identifier)) definitions.set(identifier, node)
    }
    if (!holdsBlocks.has(type)) return
    const count = nodes.childCount(id)
    for (let index = 0; index < count; index += 1) collect(nodes.childOf(id, index))
  }
  // Most documents have neither.
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
  /**
   * Take some of it.
   * @returns Whether there were as many; if not, none is taken.
   */
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
