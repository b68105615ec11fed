/** What the package offers to other programs as `markport/client`: imports over HTTP, no server. @module */

export { type CheckOptions, checkFolder } from './folder-import/check-folder.ts'
export { type FailureKey, ImportError } from './folder-import/client-error.ts'
export type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageResult,
  PageWithoutFile,
} from './folder-import/folder-events.ts'
export { type FolderOptions, importFolder } from './folder-import/import-folder.ts'
export { type ImportedPage, importPage, type PageFields } from './folder-import/import-page.ts'
export { ManifestError } from './folder-import/manifest.ts'
export type { FolderSource, StandardInput } from './folder-import/plan-folder.ts'
export type { Connection } from './folder-import/send-request.ts'
export type { AnswerPage, AnswerWarning } from './importing/contract.ts'
