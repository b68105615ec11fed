/** The constructs of Markdown, in the order in which the docs list them. @module */
import type { Features } from 'satteri'
import { byNumber } from '../parsed-nodes.ts'
import { alert, blockquote } from './blockquote.ts'
import { code } from './code.ts'
import type { MarkdownConstruct, WriteBlock, WriteInline } from './construct.ts'
import { definitionList } from './definition-list.ts'
import { footnotes } from './footnote.ts'
import { emphasis, inlineCode, strike, strong } from './formatting.ts'
import { formula } from './formula.ts'
import { heading } from './heading.ts'
import { image } from './image.ts'
import { link } from './link.ts'
import { list } from './list.ts'
import { paragraph } from './paragraph.ts'
import { table } from './table.ts'
import { hardBreak, text, thematicBreak } from './text.ts'

const leaveOut: WriteBlock = (id, { nodes, warnings }) =>
  warnings.add('front-matter', nodes.lineOf(id))

const frontMatter: MarkdownConstruct = {
  docs: [
    [
      'front matter: a YAML mapping between lines of `---`, or TOML between `+++`',
      'left out of the page; the library gives it back as `frontMatter`',
      '`front-matter`',
    ],
  ],
  examples: { '---\na: b\n---\n\nc': 'paragraph("c")' },
  blocks: { toml: leaveOut, yaml: leaveOut },
}

/** Definitions are used where something refers to them, and notes stand at the end. */
const linkDefinition: MarkdownConstruct = {
  docs: [],
  examples: { '[a]: /u\n\nb': 'paragraph("b")' },
  blocks: { definition: () => undefined, footnoteDefinition: () => undefined },
}

export const constructs: readonly MarkdownConstruct[] = [
  paragraph,
  hardBreak,
  heading,
  emphasis,
  strong,
  strike,
  inlineCode,
  link,
  text,
  image,
  list,
  blockquote,
  alert,
  code,
  formula,
  table,
  thematicBreak,
  footnotes,
  frontMatter,
  linkDefinition,
  definitionList,
]

/** The parser's options that the constructs need. */
export const parserFeatures: Features = Object.fromEntries(
  constructs.flatMap(({ feature }) => (feature === undefined ? [] : [[feature, true]])),
)

/** How blocks are written, by the parser's numbers of their types. */
export const blockWriters: readonly (WriteBlock | undefined)[] = byNumber(
  Object.assign({}, ...constructs.map(({ blocks }) => blocks)),
)
/** How nodes in a sentence are written. */
export const inlineWriters: readonly (WriteInline | undefined)[] = byNumber(
  Object.assign({}, ...constructs.map(({ inlines }) => inlines)),
)
