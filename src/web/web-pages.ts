/** The web pages: routes from address to page. @module */
import { type Context, Hono } from 'hono'
import type { AdfDoc } from '../adf/types.ts'
import type { OneTimeLinks } from '../auth/one-time-links.ts'
import type { Database } from '../database/database.ts'
import { adfToHtml } from '../render/adf-to-html.ts'
import { pagePath } from '../wiki/embedded-wiki.ts'
import { findPage, listAncestors, listPages, type PageWithBody } from '../wiki/pages.ts'
import { findSpace, listSpaces } from '../wiki/spaces.ts'
import { assetRoutes } from './assets.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { choosePasswordRoutes, type Show } from './choose-password.ts'
import { layout } from './layout.ts'
import { messagePage } from './message-page.ts'
import { type PageLink, readerPage } from './reader-page.ts'
import { spacesPage } from './spaces-page.ts'
import type { WebScope } from './web-scope.ts'

export interface WebPagesDependencies {
  readonly database: Database
  readonly oneTimeLinks: Pick<OneTimeLinks, 'findUserName' | 'use'>
  /** Who may read without signing in. */
  readonly readers: 'anyone' | 'users'
}

/** Images may come from anywhere on the web; everything else only from here. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const maxChildren = 200

/**
 * Tell where a one-time link leads.
 * @param code The link's code.
 */
export function choosePasswordPath(code: string): string {
  return `/choose-password/${code}`
}

/**
 * Make the pages.
 * @param dependencies The store, one-time links and who may read.
 */
export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { database, readers } = dependencies
  const show: Show = async (c, status, title, main) => {
    c.header('Content-Security-Policy', policy)
    return c.html(await layout({ title, main, viewer: c.get('viewer') }), status)
  }
  const showNotFound = (c: Context<WebScope>): Promise<Response> =>
    show(c, 404, 'Not found', messagePage('Not found', 'There is no page at this address.'))

  const app = new Hono<WebScope>()
  app.route('/', assetRoutes())
  app.route('/', choosePasswordRoutes(dependencies.oneTimeLinks, show))
  app.use('/wiki/spaces/*', async (c, next) =>
    readers === 'anyone' ? next() : showClosed(c, show),
  )
  app.get('/', async (c) => {
    if (readers !== 'anyone') return showClosed(c, show)
    return show(c, 200, 'Spaces', spacesPage(await listSpaces(database)))
  })
  app.get('/wiki/spaces/:key', async (c) => {
    const space = await findSpace(database, c.req.param('key'))
    if (space === undefined) return showNotFound(c)
    return c.redirect(pagePath(space.key, space.homepageId))
  })
  app.route('/', attachmentRoutes({ database, readers, showNotFound }))
  for (const path of ['/wiki/spaces/:key/pages/:id', '/wiki/spaces/:key/pages/:id/:title']) {
    app.get(path, async (c) => {
      const page = await findPage(database, c.req.param('id') ?? '')
      const isHere = page?.spaceKey.toLowerCase() === c.req.param('key')?.toLowerCase()
      if (page === undefined || !isHere || page.status !== 'current') return showNotFound(c)
      return show(c, 200, page.title, readerPage(await readModel(database, page)))
    })
  }
  return app
}

function showClosed(c: Context<WebScope>, show: Show): Promise<Response> {
  const text =
    'Reading without signing in is switched off here. Whoever runs this service opens it to all who can reach it with --readers anyone.'
  return show(c, 403, 'Closed', messagePage('These pages are closed', text))
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
