/** The requests for API tokens: everyone manages their own, administrators all. @module */
import { type Context, Hono } from 'hono'
import type { ApiToken, ApiTokenPart } from '../../auth/api-tokens.ts'
import { getLicense } from '../../auth/license.ts'
import { listWritableSpaces } from '../../importing/spaces.ts'
import { csrfField } from '../csrf.ts'
import { cutPart, entriesPerPage, readListPart } from '../list-part.ts'
import type { SnippetPlace } from '../program-snippets.ts'
import { showNotFound } from '../reading-rule.ts'
import type { WebScope } from '../web-scope.ts'
import { type FormRefusal, fieldText, formRefusal, maxChoices } from './form-fields.ts'
import { actorOf, type ManageDependencies, viewerOf } from './manage-scope.ts'
import { lifetimes, newTokenPage, tokenCreatedPage } from './new-token-page.ts'
import { deleteTokenPage, tokensPage } from './tokens-page.ts'

const dayMs = 24 * 60 * 60 * 1000

interface NewTokenFields {
  readonly name: string
  readonly days: string
  readonly owner: string
}

/**
 * Make the routes.
 * @param dependencies What they work with.
 */
export function tokenRoutes(dependencies: ManageDependencies): Hono<WebScope> {
  const { database, apiTokens, users, show, clock } = dependencies
  const app = new Hono<WebScope>()

  const listVisible = (
    c: Context<WebScope>,
    part: Omit<ApiTokenPart, 'owner'>,
  ): Promise<ApiToken[]> => {
    const { name, isAdministrator } = viewerOf(c)
    return apiTokens.list({ ...part, owner: isAdministrator ? undefined : name })
  }
  const findVisible = async (c: Context<WebScope>): Promise<ApiToken | undefined> =>
    (await listVisible(c, { id: c.req.param('id') ?? '' }))[0]
  const showForm = async (
    c: Context<WebScope>,
    fields: NewTokenFields,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const choice = { isEnabled: true, limit: maxChoices + 1 }
    const owners = viewerOf(c).isAdministrator
      ? (await users.list(choice)).map(({ name }) => name)
      : undefined
    const main = newTokenPage({ ...fields, owners, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Create an API token', main)
  }

  app.get('/manage/tokens', async (c) => {
    const asked = readListPart(c.req.query())
    const found = await listVisible(c, { ...asked, limit: entriesPerPage + 1 })
    const { shown, part } = cutPart(found, asked, ({ id }) => id)
    const main = tokensPage({
      tokens: shown,
      part,
      license: await getLicense(database),
      now: clock(),
      isAdministrator: viewerOf(c).isAdministrator,
      notice: c.req.query('done') === 'deleted' ? 'The token is deleted.' : undefined,
    })
    return show(c, 200, 'Tokens', main, { isWide: true })
  })
  app.get('/manage/tokens/new', (c) =>
    showForm(c, { name: '', days: '30', owner: viewerOf(c).name }),
  )
  app.post('/manage/tokens/new', async (c) => {
    const viewer = viewerOf(c)
    const form = c.get('form')
    const [name, days] = [fieldText(form, 'name').trim(), fieldText(form, 'days')]
    const owner = viewer.isAdministrator ? fieldText(form, 'owner') : viewer.name
    if (!lifetimes.some((one) => one === days)) {
      const message = `days must be one of ${lifetimes.join(', ')}.`
      return showForm(c, { name, days, owner }, { field: 'days', message })
    }
    try {
      const lifetimeMs = Number(days) * dayMs
      const created = await apiTokens.create({ name, owner, lifetimeMs, createdBy: actorOf(c) })
      const main = tokenCreatedPage({ created, ...(await findPlace(dependencies, owner)) })
      return await show(c, 201, `Token ${name} created`, main)
    } catch (error) {
      return showForm(c, { name, days, owner }, formRefusal(error))
    }
  })
  app.get('/manage/tokens/:id/delete', async (c) => {
    const token = await findVisible(c)
    if (token === undefined) return showNotFound(c, show)
    return show(c, 200, 'Delete a token', deleteTokenPage(token, csrfField(c)))
  })
  app.post('/manage/tokens/:id/delete', async (c) => {
    const token = await findVisible(c)
    if (token === undefined) return showNotFound(c, show)
    await apiTokens.delete(token.id, actorOf(c))
    return c.redirect('/manage/tokens?done=deleted', 303)
  })
  return app
}

/** The first space where the owner may write. */
async function findPlace(
  { database, users, endpoint }: ManageDependencies,
  ownerName: string,
): Promise<{ place: SnippetPlace; isPlaceKnown: boolean }> {
  const owner = await users.findByName(ownerName)
  const [space] = await listWritableSpaces(database, owner?.id ?? 0, 1)
  const place = {
    endpoint: endpoint(),
    spaceKey: space?.key ?? 'SPACE',
    parentId: space?.homepageId ?? 'PAGE_ID',
  }
  return { place, isPlaceKnown: space !== undefined }
}
