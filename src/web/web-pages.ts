/** The web pages: routes from address to page. @module */
import { Hono, type MiddlewareHandler } from 'hono'
import type { KnownDevices } from '../auth/known-devices.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIn } from '../auth/sign-in.ts'
import { attachmentRoutes } from '../embedded-wiki/reader/attachment-routes.ts'
import { documentViews } from '../embedded-wiki/reader/document-views.ts'
import type { Readers } from '../embedded-wiki/reader/may-read.ts'
import { readerRoutes } from '../embedded-wiki/reader/reader-routes.ts'
import { admit, type Gate } from '../http/admit.ts'
import type { Log } from '../log.ts'
import type { CostlyWork } from '../service/costly-work.ts'
import { assetRoutes } from './assets.ts'
import { beginSession, deviceCookie } from './begin-session.ts'
import { choosePasswordRoutes } from './choose-password.ts'
import { clientAddress } from './client-address.ts'
import { formProtection } from './csrf.ts'
import { diagramRoutes } from './diagram.ts'
import { showError } from './error-page.ts'
import { manageRoutes } from './manage/manage.ts'
import type { ManageDependencies } from './manage/manage-scope.ts'
import { readSession } from './read-session.ts'
import { readingRule } from './reading-rule.ts'
import { sessionCookie } from './session-cookie.ts'
import { show } from './show.ts'
import { signInRoutes } from './sign-in.ts'
import type { WebScope } from './web-scope.ts'
import { importPlaces } from './writer/import-places.ts'
import { type WriterDependencies, writerRoutes } from './writer/writer-routes.ts'

export interface WebPagesDependencies extends Omit<ManageDependencies, 'show'> {
  readonly writer: Omit<WriterDependencies, 'places' | 'publicUrl' | 'show' | 'workers'>
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly devices: KnownDevices
  /** Who may read without signing in. */
  readonly readers: Readers
  /** Whether browsers come over HTTPS. */
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  /** Where whoever reads passes, and whoever reads sources and differences. */
  readonly gates: { readonly reading: Gate; readonly sources: Gate }
  /** Work on what pages hold, and on what forms bring. */
  readonly workers: CostlyWork
  readonly log: Log
}

/** Whoever waits to read these takes no place from those who read pages. */
const isOfSource = /^\/wiki\/spaces\/[^/]+\/(?:adf|markdown|compare)\//

/**
 * Make the pages.
 * @param dependencies The store, the keepers of who may do what, and who may read.
 */
export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { database, readers, writer, oneTimeLinks: links } = dependencies
  const cookie = sessionCookie(dependencies.isSecure)
  const device = deviceCookie(dependencies.isSecure)
  const begin = beginSession({ ...dependencies, cookie, device })
  const protectForms = formProtection({ ...dependencies, beginSession: begin, cookie, show })
  const forms = { cookie, device, protectForms, show, beginSession: begin }

  const app = new Hono<WebScope>()
  app.onError(showError(show, dependencies.log))
  app.route('/', assetRoutes())
  app.route('/', diagramRoutes())
  app.use(async (c, next) => {
    c.set('network', clientAddress(c, dependencies.isBehindProxy))
    await next()
  })
  app.use(readSession(dependencies.sessions, cookie))
  app.route('/', choosePasswordRoutes({ links, devices: dependencies.devices, ...forms }))
  app.route('/', signInRoutes({ ...dependencies, ...forms }))
  app.route('/', manageRoutes({ ...dependencies, show }, protectForms))
  app.route('/', writerRoutes({ ...dependencies, ...writer, places: importPlaces(database), show }))
  const enter = (gate: Gate): MiddlewareHandler<WebScope> => admit(gate, (c) => c.get('network'))
  const [read, readSource] = [enter(dependencies.gates.reading), enter(dependencies.gates.sources)]
  for (const path of ['/', '/search', '/wiki/spaces/*']) {
    app.use(path, readingRule(readers), (c, next) =>
      isOfSource.test(c.req.path) ? readSource(c, next) : read(c, next),
    )
  }
  app.route('/', attachmentRoutes({ database, readers, show }))
  const views = documentViews(database, dependencies.workers, dependencies.clock)
  app.route('/', readerRoutes({ ...dependencies, views, show }))
  return app
}
