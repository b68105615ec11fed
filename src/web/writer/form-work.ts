/** The costly half of the import form, as the service asks workers for it. @module */
import { type Refusal, RequestError } from '../../errors.ts'
import type { PrepareImportOptions } from '../../importing/import-work.ts'
import type { Prepared, Workers } from '../../isolation/workers.ts'
import { type FolderFormOptions, type PlannedFolder, readPlannedFolder } from './planned-folder.ts'
import {
  type PreparedForm,
  readPreparedForm,
  readSentForm,
  type SentForm,
} from './prepared-form.ts'

export interface FormWork {
  /** Take apart, check, convert and show the import form. */
  prepareForm(
    body: Uint8Array,
    options: { contentType: string; isShown: boolean; isEchoed: boolean },
  ): Prepared<SentForm, PreparedForm>
  /**
   * Plan the files of a folder; with addresses, make what is sent for each page as well.
   * @throws {RequestError} `bad-request` when it takes too long.
   */
  planFolder(
    body: Uint8Array,
    options: Omit<FolderFormOptions, keyof PrepareImportOptions>,
  ): Promise<PlannedFolder | Refusal>
}

/** A folder may take as long as so many pages that only just keep the limit. */
export const folderTimes = 3

/**
 * Have forms prepared by workers.
 * @param workers Do it.
 * @param options The limits, and the engine that indexes pages.
 */
export function formWork(workers: Workers, options: PrepareImportOptions): FormWork {
  return {
    prepareForm: (body, form) =>
      workers.prepare(
        'prepare-form',
        { value: { ...options, ...form }, parts: [body] },
        { asked: readSentForm, result: readPreparedForm },
      ),
    async planFolder(body, form) {
      const value: FolderFormOptions = { ...options, ...form }
      const planning = workers.convert('plan-folder', { value, parts: [body] }, folderTimes)
      return readPlannedFolder(await planning.catch(refuseAll))
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
