/** All pages of the web, and their handlers. @module */
import { isIPv6 } from 'node:net'
import { type Context, Hono } from 'hono'
import type { OpenIdProvider } from '../../accounts/openid/openid-provider.ts'
import type { CheckPassword } from '../../accounts/passwords/password-check.ts'
import type { CheckCode, SecondFactors } from '../../accounts/second-factors.ts'
import type { Sessions } from '../../accounts/sessions/sessions.ts'
import type { SignIn } from '../../accounts/sessions/sign-in.ts'
import type { HostTokens } from '../../accounts/tokens/host-tokens.ts'
import type { Log } from '../../contract/base/log.ts'
import { listReadableSpaces, listWritableSpaces } from '../../wiki/import/spaces.ts'
import { admit, type CountRequest } from '../http/admit.ts'
import type { BodyBudget } from '../http/limit-body.ts'
import { readerPages } from '../reader/reader-pages.ts'
import type { ReaderDependencies } from '../reader/reader-scope.ts'
import { type ExportDependencies, exportPages } from '../rest/export-route.ts'
import { type AccountDependencies, accountPages } from './account/account.ts'
import { assetRoutes } from './assets.ts'
import { diagramPages, diagramRoutes } from './document/diagram.ts'
import { showError, showNotFound, unknownAddress, unknownMethod } from './frame/message-page.ts'
import { themePages } from './frame/theme.ts'
import { type HelpDependencies, helpPages, robotsPages } from './help.ts'
import { managePages } from './manage/manage.ts'
import type { ManageDependencies } from './manage/manage-scope.ts'
import { mounting } from './mounting.ts'
import type { Pages, SettingsLink, Stage, Viewer, WebScope } from './pages.ts'
import { formProtection } from './session/csrf.ts'
import {
  acceptHostToken,
  callerOf,
  type ReaderParts,
  readerOf,
  readingRule,
  requireViewer,
} from './session/reading-rule.ts'
import { readSession, sessionCookie } from './session/session-cookie.ts'
import { beginSession } from './sign-in/begin-session.ts'
import { choosePasswordPages } from './sign-in/choose-password.ts'
import { flowCookie, providerPages } from './sign-in/provider-routes.ts'
import type { SignInWays } from './sign-in/sign-in-page.ts'
import { signInPages } from './sign-in/sign-in-routes.ts'
import { apiPages } from './writer/api-page.ts'
import { importFormPages, writerRoutes } from './writer/import-form-routes.ts'
import type { WriterDependencies } from './writer/writer-scope.ts'

/** All pages by their addresses; each says who may open it. */
export const webMap: Pages<never> = {
  ...readerPages,
  ...exportPages,
  ...helpPages,
  ...robotsPages,
  ...diagramPages,
  ...themePages,
  ...apiPages,
  ...importFormPages,
  ...signInPages,
  ...providerPages,
  ...choosePasswordPages,
  ...accountPages,
  ...managePages,
}

export interface WebPagesDependencies
  extends Omit<ManageDependencies & HelpDependencies, 'show' | 'sessions' | 'secondFactors'> {
  readonly writer: Omit<WriterDependencies, 'publicUrl' | 'show'>
  readonly reader: ReaderDependencies
  readonly exports: ExportDependencies
  readonly sessions: Sessions
  readonly hostTokens: HostTokens
  readonly countRequest: CountRequest
  readonly signIn: SignIn
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  readonly secondFactors: SecondFactors
  readonly ways: SignInWays
  readonly provider: OpenIdProvider | undefined
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  readonly formBytes: BodyBudget
  readonly log: Log
}

export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { publicUrl, writer, isSecure, provider, readers } = dependencies
  const cookie = sessionCookie(isSecure)
  const sessionStart = beginSession({ ...dependencies, cookie })
  const signing = { ...dependencies, beginSession: sessionStart, cookie }
  const protectForms = formProtection(signing)
  const atProvider = provider && { ...signing, provider, flows: flowCookie(isSecure) }
  const mount = mounting({
    readers,
    protectForms,
    acceptHostToken: acceptHostToken(dependencies),
  })

  const app = new Hono<WebScope>()
  app.onError(showError(dependencies.log))
  app.route('/', assetRoutes())
  app.route('/', diagramRoutes(mount))
  app.route('/', mount(robotsPages, { readers }))
  app.use(async (c, next) => {
    c.set('network', clientAddress(c, dependencies.isBehindProxy))
    await next()
  })
  app.use(readSession(dependencies.sessions, cookie))
  app.use(frameFacts(signing))
  const { reader } = dependencies
  for (const pages of [
    mount(helpPages, signing),
    mount(themePages, { isSecure, protectForms }),
    mount(choosePasswordPages, { ...signing, atProvider }),
    mount(signInPages, signing),
    ...(atProvider ? [mount(providerPages, atProvider)] : []),
    mount(accountPages, signing),
    mount(managePages, signing),
    mount(readerPages, reader, [admit<WebScope>(reader.gate, callerOf)]),
    mount(exportPages, dependencies.exports),
    writerRoutes({ ...writer, publicUrl }, mount),
  ]) {
    app.route('/', pages)
  }
  // Unknown addresses also ask for sign-in, so they reveal nothing.
  for (const path of ['/account/*', '/manage/*']) {
    app.all(path, requireViewer, protectForms(), (c) => showNotFound(c))
  }
  for (const path of ['/search/*', '/wiki/spaces/*']) app.use(path, readingRule(readers))
  app.all('*', unknownMethod(app), unknownAddress)
  return app
}

/** An IPv4 address, or an IPv6 /64. */
function clientAddress(c: Context<WebScope>, isBehindProxy: boolean): string {
  const socketAddress = c.env.incoming.socket.remoteAddress ?? ''
  // Clients can forge all entries but the last.
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return network(isBehindProxy && forwarded ? forwarded : socketAddress)
}

/** The network that we count limits for: an IPv6 customer usually has a whole /64. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missingGroups = address.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  const first = [...groups, ...Array<string>(Math.max(0, missingGroups)).fill('0')].slice(0, 4)
  return `${first.join(':')}::/64`
}

const shownSpaces = 8

/** Reads the facts for the frame only when a page needs them. */
function frameFacts(dependencies: SettingsDependencies & ReaderParts): Stage {
  return async (c, next) => {
    c.set('frameFacts', {
      listSpaces: () => listReadableSpaces(readerOf(c, dependencies), { limit: shownSpaces }),
      mayWrite: async ({ userId }) =>
        (await listWritableSpaces(dependencies.database, userId, 1)).length > 0,
      readSettings: (viewer) => readSettings(dependencies, viewer),
    })
    await next()
  }
}

type SettingsDependencies = AccountDependencies & ManageDependencies

/** Only pages of the account and the management have a place in the settings. */
function readSettings(
  dependencies: SettingsDependencies,
  viewer: Viewer,
): Promise<readonly SettingsLink[]> {
  const entries = Object.entries(webMap).flatMap(([name, { who, settings }]) =>
    settings !== undefined && (who === 'users' || viewer.isAdministrator)
      ? [{ ...settings, path: name.slice('GET '.length) }]
      : [],
  )
  return Promise.all(
    entries.map(async ({ badge, ...link }) => ({
      ...link,
      count: (await badge?.count(dependencies as never, viewer)) ?? 0,
      words: badge?.words ?? '',
    })),
  )
}
