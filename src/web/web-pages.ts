/** The web pages: routes from address to page. @module */
import { Hono } from 'hono'
import type { KnownDevices } from '../auth/known-devices.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIn } from '../auth/sign-in.ts'
import type { Log } from '../log.ts'
import { assetRoutes } from './assets.ts'
import { clientAddress } from './client-address.ts'
import { formProtection, type ProtectForms } from './csrf.ts'
import { diagramRoutes } from './diagram.ts'
import { showError } from './error-page.ts'
import { type HelpDependencies, helpRoutes } from './help.ts'
import { manageRoutes } from './manage/manage.ts'
import type { ManageDependencies } from './manage/manage-scope.ts'
import { readSession } from './read-session.ts'
import { robotsRoute } from './robots.ts'
import { sessionCookie } from './session-cookie.ts'
import { show } from './show.ts'
import { beginSession, deviceCookie } from './sign-in/begin-session.ts'
import { choosePasswordRoutes } from './sign-in/choose-password-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { unknownAddress, unknownMethod } from './unknown-address.ts'
import type { WebScope } from './web-scope.ts'
import { type WriterDependencies, writerRoutes } from './writer/writer-routes.ts'

export interface WebPagesDependencies extends Omit<ManageDependencies & HelpDependencies, 'show'> {
  readonly writer: Omit<WriterDependencies, 'publicUrl' | 'show'>
  /** The pages for readers, of the wiki that the store carries. */
  readonly reader: (protectForms: ProtectForms) => Hono<WebScope>
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly devices: KnownDevices
  /** Whether browsers come over HTTPS. */
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  readonly log: Log
}

/**
 * Make the pages.
 * @param dependencies The keepers of who may do what, and what writers and readers see.
 */
export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { publicUrl, writer, oneTimeLinks: links } = dependencies
  const cookie = sessionCookie(dependencies.isSecure)
  const device = deviceCookie(dependencies.isSecure)
  const begin = beginSession({ ...dependencies, cookie, device })
  const protectForms = formProtection({ ...dependencies, beginSession: begin, cookie, show })
  const forms = { cookie, device, protectForms, show, beginSession: begin }

  const app = new Hono<WebScope>()
  app.onError(showError(show, dependencies.log))
  app.route('/', assetRoutes())
  app.route('/', diagramRoutes())
  app.route('/', robotsRoute(dependencies.readers))
  app.use(async (c, next) => {
    c.set('network', clientAddress(c, dependencies.isBehindProxy))
    await next()
  })
  app.use(readSession(dependencies.sessions, cookie))
  app.route('/', choosePasswordRoutes({ links, devices: dependencies.devices, ...forms }))
  app.route('/', signInRoutes({ ...dependencies, ...forms }))
  app.route('/', helpRoutes({ ...dependencies, show }))
  app.route('/', manageRoutes({ ...dependencies, show }, protectForms))
  app.route('/', writerRoutes({ ...writer, publicUrl, show }))
  app.route('/', dependencies.reader(protectForms))
  app.all('*', unknownMethod(app, show), unknownAddress(show))
  return app
}
