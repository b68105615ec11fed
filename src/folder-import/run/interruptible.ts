/** Ends a run where it is interrupted. @module */
import type { FolderRun } from './folder-run.ts'
import { interruption } from './stop-sign.ts'

/**
 * Do a part of a run. Where the run is interrupted meanwhile, the part ends, the run stops, and what
 * follows tells what was left.
 * @throws Whatever else the part fails with.
 */
export async function interruptible(
  { settings, state }: Pick<FolderRun, 'settings' | 'state'>,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (!settings.connection.signal?.aborted) throw error
    state.stop(interruption)
  }
}
