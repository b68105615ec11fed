/** The dependencies of pages for writers. @module */
import type { Places } from '../../../contract/base/places/places.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import type { Drafts } from '../../../wiki/import/drafts.ts'
import type { ImportPlaces } from '../../../wiki/import/import-place.ts'
import type { ImportByRequestDependencies } from '../../../wiki/import/run-import.ts'
import type { ReadStoredFiles } from '../../../wiki/pages/attachments.ts'
import type { FindPageSource } from '../../../wiki/pages/find-page.ts'
import type { OpenedImports, RunTokens } from '../../folder-runs/run-access.ts'
import type { BodyLimits } from '../../http/limit-body.ts'
import type { FormWork } from './form-work.ts'
import type { TypedFields } from './import-form-fields.ts'

export interface WriterDependencies extends ImportByRequestDependencies {
  readonly workers: FormWork & ImportByRequestDependencies['workers']
  readonly limits: BodyLimits & { readonly maxMarkdownBytes: number }
  readonly gate: Places
  readonly folderRuns: {
    readonly gate: Places
    readonly ids: IdAllocator
    readonly tokens: Pick<RunTokens, 'begin'>
    openImports(): Promise<OpenedImports>
  }
  readonly places: ImportPlaces
  readonly findSource: FindPageSource
  readonly readStoredFiles: ReadStoredFiles
  readonly drafts: Drafts<TypedFields>
  readonly publicUrl: () => string
  readonly endpoint: () => string
  readonly onFailure: (error: unknown, requestId: string) => void
}
