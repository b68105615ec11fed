/** The web pages: routes from address to page. @module */
import { Hono } from 'hono'
import type { AdfDoc } from '../adf/types.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIn } from '../auth/sign-in.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { adfToHtml } from '../render/adf-to-html.ts'
import { pagePath } from '../wiki/embedded-wiki.ts'
import { findPage, listAncestors, listPages, type PageWithBody } from '../wiki/pages.ts'
import { findSpace, listSpaces } from '../wiki/spaces.ts'
import { assetRoutes } from './assets.ts'
import { choosePasswordRoutes } from './choose-password.ts'
import { formProtection } from './csrf.ts'
import { showError } from './error-page.ts'
import { manageRoutes } from './manage/manage.ts'
import type { ManageDependencies } from './manage/manage-scope.ts'
import { readSession } from './read-session.ts'
import { type PageLink, readerPage } from './reader-page.ts'
import { readAccess, readingRule, showNotFound } from './reading-rule.ts'
import { sessionCookie } from './session-cookie.ts'
import { show } from './show.ts'
import { signInRoutes } from './sign-in.ts'
import { spacesPage } from './spaces-page.ts'
import type { WebScope } from './web-scope.ts'

export interface WebPagesDependencies extends Omit<ManageDependencies, 'show'> {
  readonly sessions: Sessions
  readonly signIn: SignIn
  /** Who may read without signing in. */
  readonly readers: 'anyone' | 'users'
  /** Whether browsers come over HTTPS. */
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  readonly log: Log
}

const maxChildren = 200

/**
 * Make the pages.
 * @param dependencies The store, the keepers of who may do what, and who may read.
 */
export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { database, readers, oneTimeLinks: links } = dependencies
  const cookie = sessionCookie(dependencies.isSecure)
  const protectForms = formProtection({ ...dependencies, cookie, show })
  const forms = { cookie, protectForms, show }
  const mayRead = readingRule(database, readers, show)

  const app = new Hono<WebScope>()
  app.onError(showError(show, dependencies.log))
  app.route('/', assetRoutes())
  app.use(readSession(dependencies.sessions, cookie))
  app.route('/', choosePasswordRoutes({ links, ...forms }))
  app.route('/', signInRoutes({ ...dependencies, ...forms }))
  app.route('/', manageRoutes({ ...dependencies, show }, protectForms))
  app.use('/', mayRead)
  app.use('/wiki/spaces/:key/*', mayRead)
  app.get('/', async (c) => {
    const spaces = await listSpaces(database, readAccess(c))
    return show(c, 200, 'Spaces', spacesPage(spaces))
  })
  app.get('/wiki/spaces/:key', async (c) => {
    const space = await findSpace(database, c.req.param('key'))
    if (space === undefined) return showNotFound(c, show)
    return c.redirect(pagePath(space.key, space.homepageId))
  })
  for (const path of ['/wiki/spaces/:key/pages/:id', '/wiki/spaces/:key/pages/:id/:title']) {
    app.get(path, async (c) => {
      const page = await findPage(database, c.req.param('id') ?? '')
      const isHere = page?.spaceKey.toLowerCase() === c.req.param('key')?.toLowerCase()
      if (page === undefined || !isHere || page.status !== 'current') return showNotFound(c, show)
      return show(c, 200, page.title, readerPage(await readModel(database, page)))
    })
  }
  return app
}

async function readModel(
  database: Database,
  page: PageWithBody,
): Promise<Parameters<typeof readerPage>[0]> {
  const { spaceId, spaceKey } = page
  const link = ({ id, title }: { id: string; title: string }): PageLink => ({
    title,
    path: pagePath(spaceKey, id),
  })
  const children = await listPages(database, { spaceId, parentId: page.id, limit: maxChildren })
  return {
    title: page.title,
    ancestors: (await listAncestors(database, page)).map(link),
    children: children.map(link),
    version: page.version.number,
    authorName: page.version.authorName,
    changedAt: page.version.createdAt,
    documentHtml: adfToHtml(JSON.parse(page.adf) as AdfDoc),
  }
}
