/** Which API tokens a viewer sees: their own, administrators all. @module */
import type { Context } from 'hono'
import type { ApiTokenPart, ListedApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { viewerOf } from '../session/viewer.ts'
import type { WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

/**
 * List a part of the tokens that a viewer sees.
 * @param dependencies Lists them.
 * @param c The request.
 * @param part Which of them.
 */
export function listVisibleTokens(
  { apiTokens }: ManageDependencies,
  c: Context<WebScope>,
  part: Omit<ApiTokenPart, 'owner'>,
): Promise<ListedApiToken[]> {
  const { name, isAdministrator } = viewerOf(c)
  return apiTokens.list({ ...part, owner: isAdministrator ? undefined : name })
}

/**
 * Find a token; to others than those who see it there is none.
 * @param dependencies Lists them.
 * @param c The request.
 * @param id The token.
 */
export async function findVisibleToken(
  dependencies: ManageDependencies,
  c: Context<WebScope>,
  id: string,
): Promise<ListedApiToken | undefined> {
  return (await listVisibleTokens(dependencies, c, { id }))[0]
}
