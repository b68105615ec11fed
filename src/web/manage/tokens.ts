/** The requests for API tokens: everyone manages their own, administrators all. @module */
import type { Context } from 'hono'
import { getLicense } from '../../auth/license.ts'
import type { ApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { isExpiringSoon, soonUntil } from '../../auth/tokens/token-lifetime.ts'
import { cutPart, entriesPerPage, readListPart } from '../components/list-part.ts'
import { csrfField } from '../session/csrf.ts'
import { showNotFound } from '../session/reading-rule.ts'
import { actorOf, viewerOf } from '../session/viewer.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { tokenTextRoutes } from './token-texts.ts'
import { deleteTokenPage, tokensPage } from './tokens-page.ts'
import { findVisibleToken, listVisibleTokens } from './visible-tokens.ts'

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function tokenRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, apiTokens, show, clock } = dependencies
  return {
    ...tokenTextRoutes(dependencies),
    'GET /manage/tokens': async (c) => {
      const asked = readListPart(c.req.query())
      const found = await listVisibleTokens(dependencies, c, {
        ...asked,
        limit: entriesPerPage + 1,
      })
      const { shown, part } = cutPart(found, asked, ({ id }) => id)
      const main = tokensPage({
        tokens: shown,
        part,
        expiringSoon: await listExpiringSoon(dependencies, c),
        license: await getLicense(database),
        now: clock(),
        isAdministrator: viewerOf(c).isAdministrator,
        notice: c.req.query('done') === 'deleted' ? 'The token is deleted.' : undefined,
      })
      return show(c, 200, 'Tokens', main, { isWide: true })
    },
    'GET /manage/tokens/:id/delete': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token === undefined) return showNotFound(c, show)
      return show(c, 200, 'Delete a token', deleteTokenPage(token, csrfField(c)))
    },
    'POST /manage/tokens/:id/delete': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token === undefined) return showNotFound(c, show)
      await apiTokens.delete(token.id, actorOf(c))
      return c.redirect('/manage/tokens?done=deleted', 303)
    },
  }
}

/** The one that expires first, first. */
async function listExpiringSoon(
  dependencies: ManageDependencies,
  c: Context<WebScope>,
): Promise<ApiToken[]> {
  const now = dependencies.clock()
  const found = await listVisibleTokens(dependencies, c, { expiring: [now, soonUntil(now)] })
  return found
    .filter((token) => isExpiringSoon(token, now))
    .sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
}
