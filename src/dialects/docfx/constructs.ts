/** What DocFX and Microsoft Learn know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds } from '../shared-constructs.ts'
import { docfxCode, docfxIncludedFiles } from './included-files.ts'
import { docfxAddresses, docfxParts, docfxQuotes, docfxTabs } from './parts.ts'
import { docfxReferences } from './references.ts'

/** Files first, then what they hold. */
export const docfxConstructs: readonly Construct[] = [
  docfxIncludedFiles,
  docfxCode,
  docfxParts,
  docfxQuotes,
  docfxReferences,
  docfxAddresses,
  docfxTabs,
  embeds,
  pagePrograms,
]
