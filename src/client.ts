/**
 * What the package offers to other programs as `markport/client`: imports over HTTP, no server.
 * `importPage` imports one page, `importFolder` files and folders, and `checkFolder` tells without a
 * service what would fail. Times are in milliseconds, sizes in bytes, lines count from 1.
 * @module
 */

export type { AnswerAuthor, AnswerForeseen, AnswerPage, AnswerWarning } from './contract/answers.ts'
export { checkFolder } from './folder/check-folder.ts'
export type { Connection } from './folder/client/connection.ts'
export { type FailureKey, ImportError } from './folder/client/import-error.ts'
export { type ImportedPage, importPage, type PageFields } from './folder/client/import-page.ts'
export type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageOutlook,
  PageResult,
  PageWithoutFile,
} from './folder/folder-events.ts'
export type {
  CheckOptions,
  FolderOptions,
  FolderSource,
} from './folder/folder-options.ts'
export { importFolder } from './folder/import-folder.ts'
export { PlanError } from './folder/plan-file.ts'
