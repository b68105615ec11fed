/** Foresees what an import makes of a page that may be there, in a wiki in the store. @module */
import { writeLabels } from './labels.ts'
import type { ExistingPage, Outcome } from './target-wiki.ts'

/**
 * Tell what becomes of a page that may be overwritten: it is unchanged if the last import brought the
 * same, and nobody wrote a version since.
 * @param existing The page that is there.
 * @param digest Of what the import brings.
 * @param labels The labels that it would have; undefined leaves those of the page.
 */
export function foreseeOutcome(
  existing: ExistingPage | undefined,
  digest: string,
  labels: readonly string[] | undefined,
): Outcome {
  if (existing === undefined) return 'created'
  const { lastImport, version } = existing
  const isSame = lastImport?.digest === digest && lastImport.version === version
  const hasLabels = labels === undefined || writeLabels(labels) === writeLabels(existing.labels)
  return isSame && hasLabels ? 'unchanged' : 'updated'
}
