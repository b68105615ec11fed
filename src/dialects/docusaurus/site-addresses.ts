/** Links and images from the folder of the site: `@site/docs/a.md`. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { siteAddress } from '../mdx/site-address.ts'

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
