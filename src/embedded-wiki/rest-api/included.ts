/** What a page or a space tells beside itself, where that was asked for. @module */
import type { ApiRequest } from './api-route.ts'

/** So many of each are told with the page. */
export const maxIncluded = 50

/**
 * Show a list that was asked for together with what it belongs to.
 * @param found Its entries, one more than are told where there are more.
 */
export function included(found: readonly unknown[]): object {
  const results = found.slice(0, maxIncluded)
  return { results, meta: { hasMore: found.length > maxIncluded }, _links: {} }
}

/**
 * List what a token may do with something.
 * @param call The request.
 * @param spaceId The space, whose access counts.
 * @param targetType What it is.
 */
export async function operationsOf(
  { access, holder }: Pick<ApiRequest, 'access' | 'holder'>,
  spaceId: string,
  targetType: 'space' | 'page' | 'attachment',
): Promise<object[]> {
  const level = await access.accessOf(holder, Number(spaceId))
  const isWriter = level === 'write' && holder.canWrite
  const written = { space: ['create'], page: ['update', 'delete'], attachment: [] } as const
  const words = ['read', ...(isWriter ? written[targetType] : [])]
  return words.map((operation) => ({
    operation,
    targetType: operation === 'create' ? 'page' : targetType,
  }))
}
