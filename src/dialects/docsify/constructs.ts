/** What Docsify knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { docsifyIncludedFiles } from './included-files.ts'
import { docsifyAddresses, docsifyHeadings, docsifyNotes } from './marks.ts'

export const docsifyConstructs: readonly Construct[] = [
  docsifyIncludedFiles,
  docsifyNotes,
  docsifyHeadings,
  docsifyAddresses,
]
