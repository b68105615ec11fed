/** The table of constructs: which handler converts which kind of Markdown node. @module */
import type { BlockHandler, InlineHandler } from '../conversion.ts'
import type { BlockType, InlineType, MarkdownNode } from '../parse-markdown.ts'
import { blockquote } from './blockquote.ts'
import { hardBreak, thematicBreak } from './breaks.ts'
import { code } from './code.ts'
import { footnoteReference } from './footnote.ts'
import { emphasis, inlineCode, inlineMath, math, strike, strong } from './formatting.ts'
import { frontMatter } from './front-matter.ts'
import { heading } from './heading.ts'
import { image, imageReference } from './image.ts'
import { link, linkReference } from './link.ts'
import { definitionList, list } from './list.ts'
import { paragraph } from './paragraph.ts'
import { table } from './table.ts'
import { text } from './text.ts'

const blocks: { readonly [Type in BlockType]: BlockHandler<MarkdownNode<Type>> } = {
  blockquote,
  code,
  // Definitions are used where something refers to them; footnotes stand at the end.
  definition: nothing,
  descriptionList: definitionList,
  footnoteDefinition: nothing,
  heading,
  list,
  math,
  paragraph,
  table,
  thematicBreak,
  toml: frontMatter,
  yaml: frontMatter,
}

const inlines: { readonly [Type in InlineType]: InlineHandler<MarkdownNode<Type>> } = {
  break: hardBreak,
  delete: strike,
  emphasis,
  footnoteReference,
  image,
  imageReference,
  inlineCode,
  inlineMath,
  link,
  linkReference,
  strong,
  text,
}

// A handler stands under the type of the node that it takes; the compiler forgets that when the
// type is not known before.

/** Constructs that stand one below the other. */
export const blockHandlers = blocks as Readonly<
  Record<string, BlockHandler<MarkdownNode> | undefined>
>

/** Constructs inside a sentence; HTML is no construct of its own: `htmlTree` pairs it up first. */
export const inlineHandlers = inlines as Readonly<
  Record<string, InlineHandler<MarkdownNode> | undefined>
>

function nothing(_: MarkdownNode): readonly [] {
  return []
}
