/** What GitBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds } from '../shared-constructs.ts'
import {
  gitbookCode,
  gitbookColumns,
  gitbookHints,
  gitbookPrompts,
  gitbookRaw,
  gitbookSteps,
  gitbookTabs,
  gitbookUpdates,
} from './blocks.ts'
import {
  gitbookControls,
  gitbookDiagrams,
  gitbookIcons,
  gitbookInterfaceParts,
  gitbookInterfaces,
} from './drawn-parts.ts'
import { gitbookOthers } from './other-tags.ts'
import {
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookIncludedFiles,
} from './references.ts'

export const gitbookConstructs: readonly Construct[] = [
  gitbookIncludedFiles,
  gitbookHints,
  gitbookTabs,
  gitbookSteps,
  gitbookColumns,
  gitbookUpdates,
  gitbookPrompts,
  gitbookInterfaceParts,
  gitbookInterfaces,
  gitbookCode,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookDiagrams,
  gitbookControls,
  gitbookIcons,
  gitbookOthers,
  embeds,
  pagePrograms,
  gitbookRaw,
]
