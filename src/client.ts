/** What the package offers to other programs as `markport/client`: imports over HTTP, no server. @module */

export { type CheckOptions, checkFolder } from './folder-import/check-folder.ts'
export type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageResult,
  PageWithoutFile,
} from './folder-import/folder-events.ts'
export { type FolderOptions, importFolder } from './folder-import/import-folder.ts'
export type { FolderSource, StandardInput } from './folder-import/plan/plan-folder.ts'
export { ManifestError } from './folder-import/run/manifest.ts'
export { type FailureKey, ImportError } from './http-client/import-error.ts'
export { type ImportedPage, importPage, type PageFields } from './http-client/import-page.ts'
export type { Connection } from './http-client/send-request.ts'
export type { AnswerPage, AnswerWarning } from './importing/contract.ts'
