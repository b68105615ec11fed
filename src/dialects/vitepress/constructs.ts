/** What VitePress knows beyond Markdown, and the documentation of Vue. @module */
import { componentCodeGroup } from '../components/code-components.ts'
import { componentImages } from '../components/images.ts'
import { componentLinks } from '../components/links.ts'
import { otherComponents } from '../components/other-components.ts'
import type { Construct } from '../construct.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts, otherContainers } from '../shared-constructs.ts'
import { vitepressCodeGroups, vitepressPlain } from './containers.ts'
import { vitepressIncludedFiles, vitepressLineMarks, vitepressSnippets } from './snippets.ts'
import { vitepressBadges, vitepressMarks, vitepressVariants } from './vue-parts.ts'

/** Files first, then what they hold. */
export const vitepressConstructs: readonly Construct[] = [
  vitepressIncludedFiles,
  vitepressSnippets,
  pagePrograms,
  otherAlerts,
  vitepressLineMarks,
  vitepressCodeGroups,
  vitepressPlain,
  vitepressVariants,
  vitepressBadges,
  vitepressMarks,
  embeds,
  componentCodeGroup,
  componentImages,
  componentLinks,
  otherComponents,
  otherContainers,
]
