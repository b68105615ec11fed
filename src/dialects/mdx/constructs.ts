/** What MDX knows beyond Markdown. @module */

import { componentCode, componentCodeGroup } from '../components/code-components.ts'
import { componentCommands } from '../components/commands.ts'
import { componentFileTrees } from '../components/file-trees.ts'
import { componentFrame, componentImages } from '../components/images.ts'
import { componentIncludedFiles } from '../components/included-files.ts'
import { componentCards, componentLinks, componentVideos } from '../components/links.ts'
import { otherComponents } from '../components/other-components.ts'
import {
  componentAccordions,
  componentFields,
  componentNotes,
  componentSteps,
  componentTabs,
} from '../components/parts.ts'
import type { Construct } from '../construct.ts'
import { pagePrograms } from '../page-programs.ts'
import { containerParts, embeds, otherAlerts } from '../shared-constructs.ts'
import { mdxExpressions } from './expressions.ts'
import { mdxElements } from './html-elements.ts'
import { mdxInnerHtml } from './inner-html.ts'
import { mdxSiteComponents } from './site-components.ts'
import { mdxComments, mdxHeadingNames, mdxPartials, mdxStatements } from './statements.ts'

/** Files first, then what they hold; images before statements, whose imports name their files. */
export const mdxConstructs: readonly Construct[] = [
  mdxPartials,
  componentIncludedFiles,
  mdxHeadingNames,
  mdxComments,
  mdxInnerHtml,
  componentCode,
  mdxElements,
  embeds,
  pagePrograms,
  otherAlerts,
  componentImages,
  mdxStatements,
  componentFrame,
  componentLinks,
  componentVideos,
  componentCodeGroup,
  componentCommands,
  componentTabs,
  componentNotes,
  componentCards,
  componentSteps,
  componentAccordions,
  componentFields,
  componentFileTrees,
  mdxSiteComponents,
  ...containerParts,
  otherComponents,
  mdxExpressions,
]
