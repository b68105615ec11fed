/** Plans of folders, by workers of their own: however long they take, imports have theirs. @module */
import { type Refusal, RequestError } from '../../base/errors.ts'
import type { Places } from '../../base/places/places.ts'
import type {
  GivenContent,
  GivenPage,
  GivenPlan,
} from '../../folder-import/given/plan-given-files.ts'
import type { PrepareImportOptions } from '../../importing/import-work.ts'
import type { Message } from '../../isolation/frames.ts'
import type { Workers } from '../../isolation/workers.ts'

export interface FolderPlanner {
  /**
   * Begin to plan a folder; all that is planned of it has one deadline together.
   * @param userId Whose folder it is: users wait for workers in turn.
   * @param signal Aborted when they have left.
   */
  begin(userId: number, signal: AbortSignal): PlanFolder
}

/**
 * Plan the files of a folder; with addresses, make what is sent for each page as well.
 * @throws {RequestError} `bad-request` when it takes too long, `unavailable` when too much waits.
 */
type PlanFolder = (
  body: Uint8Array,
  options: Omit<FolderFormOptions, keyof PrepareImportOptions>,
) => Promise<PlannedFolder | Refusal>

/** A folder may take as long as so many pages that only just keep the limit. */
export const folderTimes = 3

/** Have folders planned. */
export function folderPlanner(
  workers: Workers,
  gate: Places,
  { conversionTimeoutMs, ...options }: PrepareImportOptions & { conversionTimeoutMs: number },
): FolderPlanner {
  return {
    begin(userId, signal) {
      let leftMs = folderTimes * conversionTimeoutMs
      return (body, form) =>
        gate.hold({ key: `user ${userId}`, signal }, async () => {
          const value: FolderFormOptions = { ...options, ...form }
          const beganMs = performance.now()
          const planning = workers.convert('plan-folder', { value, parts: [body], signal }, leftMs)
          const planned = await planning.catch(refuseAll)
          leftMs = Math.max(1, leftMs - (performance.now() - beganMs))
          return readPlannedFolder(planned)
        })
    },
  }
}

/** What is said of one page's content does not help who sent many. */
function refuseAll(error: unknown): never {
  if (!(error instanceof RequestError && error.field === 'content')) throw error
  throw new RequestError(
    'bad-request',
    'These files take too much time or memory to be read at once. Choose a part of them, or use “markport import”.',
    { cause: error },
  )
}

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

/** Read what `planFolderForm` returned. */
function readPlannedFolder({ value, parts: [json] }: Message): PlannedFolder | Refusal {
  if (value !== null) return value as Refusal
  return JSON.parse(Buffer.from(json as Uint8Array).toString()) as PlannedFolder
}
