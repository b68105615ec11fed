/** What GitBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { gitbookCode } from './code.ts'
import { gitbookControls } from './controls.ts'
import { gitbookDiagrams } from './diagrams.ts'
import { gitbookHints } from './hints.ts'
import { gitbookIcons } from './icons.ts'
import { gitbookIncludedFiles } from './included-files.ts'
import { gitbookInterfaceParts, gitbookInterfaces } from './interfaces.ts'
import { gitbookColumns, gitbookUpdates } from './layout.ts'
import { gitbookPrompts } from './prompts.ts'
import { gitbookRaw } from './raw.ts'
import { gitbookContentRefs, gitbookEmbeds, gitbookFiles } from './references.ts'
import { gitbookSteps } from './steps.ts'
import { gitbookTabs } from './tabs.ts'

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
  gitbookRaw,
]
