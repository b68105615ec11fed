/** What Docusaurus knows beyond Markdown: MDX, in all of its files. @module */
import type { Construct } from '../construct.ts'
import { mdxConstructs } from '../mdx/constructs.ts'
import { otherContainers } from '../shared-constructs.ts'
import {
  docusaurusAddresses,
  docusaurusCardList,
  docusaurusContents,
  docusaurusHead,
  docusaurusLineMarks,
  docusaurusMdxCode,
} from './site-parts.ts'

export const docusaurusConstructs: readonly Construct[] = [
  docusaurusMdxCode,
  docusaurusLineMarks,
  docusaurusHead,
  docusaurusContents,
  docusaurusCardList,
  docusaurusAddresses,
  ...mdxConstructs,
  otherContainers,
]
