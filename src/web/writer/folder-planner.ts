/** Plans folders in their own workers, so that imports need not wait for them. @module */
import type { Places } from '../../base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
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
   * Begin to plan a folder; all steps share one deadline.
   * @param userId Users wait for workers in turn.
   * @param signal Aborted when the client has disconnected.
   */
  begin(userId: number, signal: AbortSignal): PlanFolder
}

/**
 * With addresses, also prepare each page.
 * @throws {RequestError} `bad-request` when it takes too long, `unavailable` when too many wait.
 */
type PlanFolder = (
  body: Uint8Array,
  options: Omit<FolderFormOptions, keyof PrepareImportOptions>,
) => Promise<PlannedFolder>

/** A folder may take as long as this many pages at their limit. */
export const folderTimes = 3

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

/** Messages about the content of one page do not help somebody who sent many. */
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
  readonly urls?: readonly (string | null)[]
}

export interface PlannedFolder {
  readonly spaceId: string
  readonly parentId: string
  readonly pages: readonly GivenPage[]
  readonly notices: GivenPlan['notices']
  readonly contents: readonly GivenContent[]
}

function readPlannedFolder({ parts: [json] }: Message): PlannedFolder {
  return JSON.parse(Buffer.from(json as Uint8Array).toString()) as PlannedFolder
}
