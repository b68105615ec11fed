/** The table of constructs: which handler converts which kind of Markdown node. @module */
import type { BlockHandler, InlineHandler } from '../conversion.ts'
import type { MarkdownNode } from '../parse-markdown.ts'
import { blockquote } from './blockquote.ts'
import { code } from './code.ts'
import { definitionList } from './definition-list.ts'
import { footnoteReference } from './footnote.ts'
import { emphasis, strike, strong } from './formatting.ts'
import { frontMatter } from './front-matter.ts'
import { hardBreak } from './hard-break.ts'
import { heading } from './heading.ts'
import { image, imageReference } from './image.ts'
import { inlineCode } from './inline-code.ts'
import { link, linkReference } from './link.ts'
import { list } from './list.ts'
import { inlineMath, math } from './math.ts'
import { paragraph } from './paragraph.ts'
import { table } from './table.ts'
import { text } from './text.ts'
import { thematicBreak } from './thematic-break.ts'

/** Constructs that stand one below the other. */
export const blockHandlers: Readonly<Record<string, BlockHandler<never>>> = {
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
  toml: frontMatter as BlockHandler<never>,
  yaml: frontMatter as BlockHandler<never>,
}

/** Constructs inside a sentence; HTML is no construct of its own: `htmlTree` pairs it up first. */
export const inlineHandlers: Readonly<Record<string, InlineHandler<never>>> = {
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

function nothing(_: MarkdownNode): readonly [] {
  return []
}
