/** Front matter, and definitions: what shows nothing in its place. @module */
import type { MarkdownConstruct, WriteBlock } from './construct.ts'

const leaveOut: WriteBlock = (id, { nodes, warnings }) =>
  warnings.add('front-matter', nodes.lineOf(id))

export const frontMatter: MarkdownConstruct = {
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
export const linkDefinition: MarkdownConstruct = {
  docs: [],
  examples: { '[a]: /u\n\nb': 'paragraph("b")' },
  blocks: { definition: () => undefined, footnoteDefinition: () => undefined },
}
