/** All pages of the web, and their handlers. @module */
import { isIPv6 } from 'node:net'
import { type Context, Hono } from 'hono'
import { listReadableSpaces, listWritableSpaces } from '../../wiki/import/spaces.ts'
import { admit } from '../http/admit.ts'
import { readerPages } from '../reader/reader-pages.ts'
import { exportPages } from '../rest/export-route.ts'
import type { ServiceParts } from '../service/compose.ts'
import { accountPages } from './account/account.ts'
import { assetRoutes } from './assets.ts'
import { diagramPages, diagramRoutes } from './document/diagram.ts'
import { showError, showNotFound, unknownAddress, unknownMethod } from './frame/message-page.ts'
import { helpPages, robotsPages } from './help.ts'
import { auditPages } from './manage/audit.ts'
import { connectionPages } from './manage/connections.ts'
import { followingPages } from './manage/following.ts'
import { groupPages } from './manage/groups.ts'
import { healthPages } from './manage/health.ts'
import { importPages } from './manage/imports.ts'
import { licensePages } from './manage/license.ts'
import { newTokenPages } from './manage/new-token.ts'
import { reportPages } from './manage/reports.ts'
import { spacePages } from './manage/spaces.ts'
import { tokenPages } from './manage/tokens.ts'
import { userPages } from './manage/users.ts'
import { mounting } from './mounting.ts'
import type { Pages, SettingsLink, Stage, Viewer, WebScope } from './pages.ts'
import { callerOf, readerOf, readingRule, requireViewer } from './session/reading-rule.ts'
import { readSession } from './session/session-cookie.ts'
import { choosePasswordPages } from './sign-in/choose-password.ts'
import { providerPages } from './sign-in/provider-routes.ts'
import { signInPages } from './sign-in/sign-in-routes.ts'
import { apiPages } from './writer/api-page.ts'
import { importFormPages, writerRoutes } from './writer/import-form-routes.ts'

/** The pages of the settings, in the order of the sidebar. */
const managePages: Pages = {
  'GET /manage': {
    who: 'users',
    answer: (c) => c.redirect('/manage/tokens', 303),
  },
  ...newTokenPages,
  ...tokenPages,
  ...importPages,
  ...reportPages,
  ...userPages,
  ...groupPages,
  ...spacePages,
  ...connectionPages,
  ...followingPages,
  ...licensePages,
  ...healthPages,
  ...auditPages,
}

/** All pages by their addresses; each says who may open it. */
export const webMap: Pages = {
  ...readerPages,
  ...exportPages,
  ...helpPages,
  ...robotsPages,
  ...diagramPages,
  ...apiPages,
  ...importFormPages,
  ...signInPages,
  ...providerPages,
  ...choosePasswordPages,
  ...accountPages,
  ...managePages,
}

export function webPages(parts: ServiceParts): Hono<WebScope> {
  const { provider, readers, log } = parts
  const mount = mounting(parts)

  const app = new Hono<WebScope>()
  app.onError(showError(log))
  app.route('/', assetRoutes())
  app.route('/', diagramRoutes(mount))
  app.route('/', mount(robotsPages))
  app.use(async (c, next) => {
    c.set('network', clientAddress(c, parts.isBehindProxy))
    await next()
  })
  app.use(readSession(parts))
  app.use(frameFacts(parts))
  for (const pages of [
    mount({ ...helpPages, ...choosePasswordPages, ...signInPages }),
    ...(provider ? [mount(providerPages)] : []),
    mount({ ...accountPages, ...managePages }),
    mount(readerPages, [admit<WebScope>(parts.gate, callerOf)]),
    mount(exportPages),
    writerRoutes(mount),
  ]) {
    app.route('/', pages)
  }
  // Unknown addresses also ask for sign-in, so they reveal nothing.
  for (const path of ['/account/*', '/manage/*']) {
    app.all(path, requireViewer, parts.protectForms(), (c) => showNotFound(c))
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
function frameFacts(parts: ServiceParts): Stage {
  return async (c, next) => {
    c.set('frameFacts', {
      listSpaces: () => listReadableSpaces(readerOf(c, parts), { limit: shownSpaces }),
      mayWrite: async ({ userId }) =>
        (await listWritableSpaces(parts.database, userId, 1)).length > 0,
      readSettings: (viewer) => readSettings(parts, viewer),
    })
    await next()
  }
}

/** Only pages of the account and the management have a place in the settings. */
function readSettings(parts: ServiceParts, viewer: Viewer): Promise<readonly SettingsLink[]> {
  const entries = Object.entries(webMap).flatMap(([name, { who, settings }]) =>
    settings !== undefined && (who === 'users' || viewer.isAdministrator)
      ? [{ ...settings, path: name.slice('GET '.length) }]
      : [],
  )
  return Promise.all(
    entries.map(async ({ badge, ...link }) => ({
      ...link,
      count: (await badge?.count(parts, viewer)) ?? 0,
      words: badge?.words ?? '',
    })),
  )
}
