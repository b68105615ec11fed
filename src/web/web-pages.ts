/** The web pages: routes from address to page. @module */
import { type Context, Hono } from 'hono'
import type { OneTimeLinks } from '../auth/one-time-links.ts'
import type { Database } from '../database/database.ts'
import type { TaskPool } from '../task-pool.ts'
import { assetRoutes } from './assets.ts'
import { choosePasswordRoutes, type Show } from './choose-password.ts'
import { layout } from './layout.ts'
import { messagePage } from './message-page.ts'
import { readerRoutes } from './reader/reader-routes.ts'
import type { WebScope } from './web-scope.ts'

export interface WebPagesDependencies {
  readonly database: Database
  readonly oneTimeLinks: Pick<OneTimeLinks, 'findUserName' | 'use'>
  /** Who may read without signing in. */
  readonly readers: 'anyone' | 'users'
  /** Works on large documents. */
  readonly tasks: TaskPool
}

/** Images may come from anywhere on the web; everything else only from here. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

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
  const { database, readers, tasks } = dependencies
  const canRead = (c: Context<WebScope>): boolean =>
    readers === 'anyone' || c.get('viewer') !== undefined
  const show: Show = async (c, status, title, main) => {
    c.header('Content-Security-Policy', policy)
    return c.html(
      await layout({ title, main, viewer: c.get('viewer'), canSearch: canRead(c) }),
      status,
    )
  }
  const app = new Hono<WebScope>()
  app.route('/', assetRoutes())
  app.route('/', choosePasswordRoutes(dependencies.oneTimeLinks, show))
  for (const path of ['/', '/search', '/wiki/spaces/*']) {
    app.use(path, async (c, next) => (canRead(c) ? next() : showClosed(c, show)))
  }
  app.route('/', readerRoutes({ database, readers, tasks, show }))
  return app
}

function showClosed(c: Context<WebScope>, show: Show): Promise<Response> {
  const text =
    'Reading without signing in is switched off here. Whoever runs this service opens it to all who can reach it with --readers anyone.'
  return show(c, 403, 'Closed', messagePage('These pages are closed', text))
}
