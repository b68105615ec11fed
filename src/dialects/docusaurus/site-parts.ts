/** What Docusaurus puts into pages itself, and addresses of its site. @module */
import { componentConstruct } from '../components/component-construct.ts'
import { elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { siteAddress } from '../rebase-links.ts'
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

/** https://docusaurus.io/docs/markdown-features/links and its alias for the site's folder. */
export const docusaurusAddresses: Construct = {
  name: "address from the site's folder",
  written: '[the setup](@site/docs/setup.md)',
  becomes: '[the setup](/docs/setup.md)',
  sign: /@(?:site|docs)\//,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(
        text,
        /(\]\(<?|^\s{0,3}\[[^\]]+\]:\s*<?|\b(?:href|src|to)=["'])@(?:site|docs)\//g,
        ([, before]) => `${before}${siteAddress('@site/')}`,
      ),
    ),
}
