/** Parts of Docusaurus's pages that list other pages, headings or nothing that is seen. @module */
import { componentConstruct } from '../components/component-construct.ts'
import { elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { replaceTags } from '../replace-tags.ts'

/** The headings of the page. */
export const docusaurusContents: Construct = componentConstruct({
  name: 'table of contents',
  written: '<TOCInline toc={toc} />',
  becomes: '[TOC]',
  names: ['TOCInline', 'InlineToc', 'TableOfContents'],
  replace: () => ({ block: ['[TOC]'] }),
})

/** The pages below, which a wiki lists itself. */
export const docusaurusCardList: Construct = componentConstruct({
  name: 'list of the pages below',
  written: 'Some words.\n\n<DocCardList />',
  becomes: 'Some words.\n\n',
  names: ['DocCardList'],
  replace: () => ({ block: [] }),
})

/** What a browser is told. */
export const docusaurusHead: Construct = {
  name: 'head of the page',
  written: '<head>\n  <meta name="robots" content="noindex" />\n</head>\n\nSome words.',
  becomes: '\n\nSome words.',
  sign: /<head>/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name }) =>
      kind === 'pair' && name === 'head' ? { block: [] } : undefined,
    ),
}
