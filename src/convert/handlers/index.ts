/** Maps each kind of Markdown node to its handler. @module */
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
  // Link definitions show where they are referred to, and footnotes at the end.
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

// The types pair each handler with its node type; the compiler loses that for a type known only at
// run time.

/** Handlers of block constructs. */
export const blockHandlers = blocks as Readonly<
  Record<string, BlockHandler<MarkdownNode> | undefined>
>

/** Handlers of inline constructs; HTML is converted by way of `htmlTree` instead. */
export const inlineHandlers = inlines as Readonly<
  Record<string, InlineHandler<MarkdownNode> | undefined>
>

function nothing(_: MarkdownNode): readonly [] {
  return []
}
