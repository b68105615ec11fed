/** What a worker makes of the files of a folder, and how that is read where it was asked for. @module */
import type { Refusal } from '../../base/errors.ts'
import type {
  GivenContent,
  GivenPage,
  GivenPlan,
} from '../../folder-import/given/plan-given-files.ts'
import type { PrepareImportOptions } from '../../importing/import-work.ts'
import type { Message } from '../../isolation/frames.ts'

export interface FolderFormOptions extends PrepareImportOptions {
  readonly contentType: string
  readonly maxBodyBytes: number
  /** Where each page is, or will be; absent while only the plan is asked for. */
  readonly urls?: readonly (string | null)[]
}

/** What was sent, and what it makes. */
export interface PlannedFolder {
  readonly spaceId: string
  readonly parentId: string
  readonly pages: readonly GivenPage[]
  readonly notices: GivenPlan['notices']
  /** Empty while only the plan is asked for. */
  readonly contents: readonly GivenContent[]
}

/**
 * Read what `planFolderForm` returned.
 * @param message Its message.
 */
export function readPlannedFolder({ value, parts: [json] }: Message): PlannedFolder | Refusal {
  if (value !== null) return value as Refusal
  return JSON.parse(Buffer.from(json as Uint8Array).toString()) as PlannedFolder
}
