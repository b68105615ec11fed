/** Constructs of MDX. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import {
  componentCode,
  componentCodeGroup,
  componentCodeTitles,
} from '../components/code-components.ts'
import {
  componentCards,
  componentFrame,
  componentImages,
  componentLinks,
  componentVideos,
} from '../components/links.ts'
import {
  componentAccordions,
  componentFields,
  componentFileTrees,
  componentNotes,
  componentSteps,
  componentTabs,
  otherComponents,
} from '../components/parts.ts'
import type { PartConstruct } from '../parts/part-construct.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { containerParts } from '../shared/containers.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { mdxElements } from './html-elements.ts'
import {
  mdxAnnotations,
  mdxBracketNames,
  mdxComments,
  mdxExpressions,
  mdxHeadingNames,
  mdxPartials,
  mdxStatements,
} from './statements.ts'

export const mdxConstructs: readonly PartConstruct[] = [
  mdxPartials,
  mdxHeadingNames,
  mdxBracketNames,
  mdxAnnotations,
  mdxComments,
  componentCode,
  componentCodeTitles,
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
  componentTabs,
  componentNotes,
  componentCards,
  componentSteps,
  componentAccordions,
  componentFields,
  componentFileTrees,
  ...containerParts,
  otherComponents,
  mdxExpressions,
]

/** MDX has no indented code, and reads Markdown in all elements. */
export const mdxCode: Partial<CodeRules> = { isIndentedCode: false, hasHtmlBlocks: false }
