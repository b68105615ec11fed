/** What the package offers to other programs as `markport/client`: imports over HTTP, no server. @module */

export type { AnswerPage, AnswerWarning } from './api/contract.ts'
export { type CheckOptions, checkFolder } from './client/check-folder.ts'
export { type FailureKey, ImportError } from './client/client-error.ts'
export type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageResult,
  PageWithoutFile,
} from './client/folder-events.ts'
export { type FolderOptions, importFolder } from './client/import-folder.ts'
export { type ImportedPage, importPage, type PageFields } from './client/import-page.ts'
export { ManifestError } from './client/manifest.ts'
export type { FolderSource, StandardInput } from './client/plan-folder.ts'
export type { Connection } from './client/send-request.ts'
