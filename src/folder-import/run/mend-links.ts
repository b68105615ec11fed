/** Writes links anew that lead to pages which came to be elsewhere, or not at all. @module */

import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { DocumentError } from '../files/read-failure.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { FolderRun } from './folder-run.ts'
import type { SettledPage } from './given-links.ts'
import { sendPage } from './send-page.ts'

/** Send those pages again, once all others are done. */
export async function mendLinks(run: FolderRun): Promise<void> {
  const { state, output, settings } = run
  await runBounded(state.misled(), settings.concurrency, async (page) => {
    const { path } = page.place.node
    // The next run finds that its text is another.
    if (state.stoppedBy() !== undefined) return
    try {
      for (const notice of await mend(run, page)) output.warn(path, notice)
    } catch (error) {
      const isWorded = error instanceof DocumentError || error instanceof ImportError
      if (!isWorded && !settings.connection.signal?.aborted) throw error
      output.warn(path, wordNotice('link-unmended', (error as Error).message))
    }
  })
}

/** @returns What is to be said beside what was said before. */
async function mend(
  run: FolderRun,
  { place, hash, notices, outcome }: SettledPage,
): Promise<Notice[]> {
  const { builder, manifest, output, settings } = run
  const { node } = place
  const built = await builder.build(node)
  if (built.hash !== hash) {
    const entry = manifest.find(node.path)
    const now = { ...place, before: entry && { path: node.path, entry } }
    // What this run has sent itself is not an overwritten page.
    const overwrite = settings.overwrite || outcome !== 'unchanged'
    const { imported } = await sendPage(run, now, built, { overwrite })
    // To some wikis an address with another title in it is the same.
    const isChanged = imported.outcome !== 'unchanged'
    // One that has gone meanwhile is made anew.
    if (outcome === 'unchanged' && isChanged) output.amend(node, outcome, imported.outcome)
  }
  const said = new Set(notices.map(wording))
  return built.notices.filter((notice) => !said.has(wording(notice)))
}

function wording({ code, line, message }: Notice): string {
  return JSON.stringify([code, line, message])
}
