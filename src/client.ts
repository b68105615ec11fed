/**
 * What the package offers to other programs as `markport/client`: imports over HTTP, no server.
 * `importPage` imports one page, `importFolder` files and folders, and `checkFolder` tells without a
 * service what would fail. Times are in milliseconds, sizes in bytes, lines count from 1.
 * @module
 */

export type { AnswerAuthor, AnswerForeseen, AnswerPage, AnswerWarning } from './contract/answers.ts'
export { checkFolder } from './folder-import/check-folder.ts'
export type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageOutlook,
  PageResult,
  PageWithoutFile,
} from './folder-import/folder-events.ts'
export type {
  CheckOptions,
  FolderOptions,
  FolderSource,
  StandardInput,
  TitleSource,
} from './folder-import/folder-options.ts'
export { importFolder } from './folder-import/import-folder.ts'
export { PlanError } from './folder-import/plan-file/plan-file.ts'
export { type FailureKey, ImportError } from './http-client/exchange.ts'
export { type ImportedPage, importPage, type PageFields } from './http-client/import-page.ts'
export type { Connection } from './http-client/send-request.ts'
