/** What a construct of Markdown is. @module */
import type { Features } from 'satteri'
import type { Conversion } from '../conversion.ts'
import type { NodeType } from '../parsed-nodes.ts'
import type { TextMarks } from '../writer/marks.ts'

/** Writes what becomes of the block with this number. */
export type WriteBlock = (id: number, conversion: Conversion) => void

/** Writes into the sentence what becomes of a node, under the marks of the nodes around it. */
export type WriteInline = (id: number, marks: TextMarks, conversion: Conversion) => void

/** A construct of Markdown: how it is converted, documented and tried. */
export interface MarkdownConstruct {
  /** Its rows in `docs/conversion.md`: Markdown, ADF, and what is warned of. */
  readonly docs: readonly (readonly [markdown: string, adf: string, warned?: string])[]
  /** Markdown, each with an outline of its ADF: nodes with their attributes and marks. */
  readonly examples: Readonly<Record<string, string>>
  /** The option of the parser that it needs. */
  readonly feature?: Exclude<keyof Features, 'gfm' | 'frontmatter' | 'math'>
  /** How its blocks are written, by the type of their node. */
  readonly blocks?: Readonly<Partial<Record<NodeType, WriteBlock>>>
  /** How it is written in a sentence. */
  readonly inlines?: Readonly<Partial<Record<NodeType, WriteInline>>>
}
