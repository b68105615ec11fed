/** What Docsify knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { docsifyAddresses } from './addresses.ts'
import { docsifyHeadings } from './headings.ts'
import { docsifyIncludedFiles } from './included-files.ts'
import { docsifyNotes } from './notes.ts'

export const docsifyConstructs: readonly Construct[] = [
  docsifyIncludedFiles,
  docsifyNotes,
  docsifyHeadings,
  docsifyAddresses,
]
