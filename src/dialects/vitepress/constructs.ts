/** What VitePress knows beyond Markdown, and the documentation of Vue. @module */
import { componentCodeGroup } from '../components/code-components.ts'
import { componentImages } from '../components/images.ts'
import { componentLinks } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { pagePrograms } from '../page-programs.ts'
import { containerParts, embeds, otherAlerts } from '../shared-constructs.ts'
import { vitepressIncludedFiles, vitepressLineMarks, vitepressSnippets } from './snippets.ts'
import {
  vitepressBadges,
  vitepressHeadingNames,
  vitepressMarks,
  vitepressRaw,
  vitepressValues,
  vitepressVariants,
} from './vue-parts.ts'

/** Files first, then what they hold. */
export const vitepressConstructs: readonly Construct[] = [
  vitepressIncludedFiles,
  vitepressSnippets,
  vitepressRaw,
  vitepressValues,
  pagePrograms,
  otherAlerts,
  vitepressLineMarks,
  vitepressHeadingNames,
  vitepressVariants,
  vitepressBadges,
  vitepressMarks,
  embeds,
  componentCodeGroup,
  componentImages,
  componentLinks,
  mkdocsAttributeLists,
  ...containerParts,
]
