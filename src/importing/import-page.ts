/** The steps of an import that do not depend on how it was asked for: by a request or by a form. @module */
import { RequestError } from '../errors.ts'
import type { ImportFields } from './contract.ts'
import { writeLabels } from './labels.ts'
import type { ImportResult, ImportTarget, Outcome, Wiki } from './target-wiki.ts'

/**
 * Find the place of an import.
 * @param wiki Where to look.
 * @param fields What was asked for.
 * @param userId On whose behalf.
 * @throws {RequestError} `not-found` for the place, `already-exists` for the page without `overwrite`.
 */
export async function findTarget(
  wiki: Wiki,
  fields: Omit<ImportFields, 'content'>,
  userId: number,
): Promise<ImportTarget> {
  const target = await wiki.findTarget({
    spaceIdOrKey: fields.spaceId,
    parentId: fields.parentId,
    title: fields.pageTitle,
    userId,
  })
  if (target === undefined) throw notFound()
  if (target.existing !== undefined && !fields.overwrite) throw alreadyExists(fields)
  return target
}

/**
 * Tell what an import would do.
 * @param target Its place.
 * @param contentHash Digest of what the page would hold.
 * @param labels The labels that it would have; undefined leaves those of the page.
 */
export function foreseeOutcome(
  { existing }: ImportTarget,
  contentHash: string,
  labels: ImportFields['labels'],
): Outcome {
  if (existing === undefined) return 'created'
  const hasLabels = labels === undefined || writeLabels(labels) === writeLabels(existing.labels)
  return contentHash === existing.contentHash && hasLabels ? 'unchanged' : 'updated'
}

/**
 * Tell a write that was carried out from one that came too late.
 * @param result What the wiki said.
 * @param fields What was asked for.
 * @throws {RequestError} `not-found` or `already-exists`.
 */
export function checkResult(
  result: ImportResult,
  fields: Pick<ImportFields, 'pageTitle'>,
): Exclude<ImportResult, { outcome: 'not-found' | 'already-exists' }> {
  switch (result.outcome) {
    case 'not-found':
      throw notFound()
    case 'already-exists':
      throw alreadyExists(fields)
    default:
      return result
  }
}

function alreadyExists({ pageTitle }: Pick<ImportFields, 'pageTitle'>): RequestError {
  const title = pageTitle.length > 80 ? `${pageTitle.slice(0, 79)}…` : pageTitle
  return new RequestError(
    'already-exists',
    `A page titled "${title}" already exists under this parent. Send overwrite: true to update it, or another pageTitle.`,
  )
}

/** One answer for every reason, so that nothing about closed spaces leaks. */
function notFound(): RequestError {
  return new RequestError(
    'not-found',
    'spaceId or parentId names nothing that this token may write to: check that the space and the parent page exist, that the parent is in that space and not in the trash, and that the token’s owner has write access.',
  )
}
