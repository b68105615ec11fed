/** What MDX knows beyond Markdown. @module */
import { componentAccordions } from '../components/accordions.ts'
import { componentCards } from '../components/cards.ts'
import { componentCode, componentCodeGroup } from '../components/code-components.ts'
import { componentFields } from '../components/fields.ts'
import { componentFrame, componentImages } from '../components/images.ts'
import { componentLinks, componentVideos } from '../components/links.ts'
import { componentNotes } from '../components/notes.ts'
import { otherComponents } from '../components/other-components.ts'
import { componentSteps } from '../components/steps.ts'
import { componentTabs } from '../components/tabs.ts'
import type { Construct } from '../construct.ts'
import { embeds } from '../embeds.ts'
import { mdxComments, mdxHeadingNames } from './comments.ts'
import { mdxExpressions } from './expressions.ts'
import { mdxElements } from './html-elements.ts'
import { mdxPartials } from './partials.ts'
import { mdxStatements } from './statements.ts'

/** Files first, then what they hold; images still need the statements. */
export const mdxConstructs: readonly Construct[] = [
  mdxPartials,
  mdxHeadingNames,
  mdxComments,
  componentCode,
  mdxElements,
  embeds,
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
  otherComponents,
  mdxExpressions,
]
