/** The handlers of all lines of the web's map. @module */
import { isIPv6 } from 'node:net'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { OpenIdProvider } from '../auth/openid/openid-provider.ts'
import type { EndByProvider } from '../auth/openid/provider-rights.ts'
import type { KnownDevices } from '../auth/passwords/known-devices.ts'
import type { CheckPassword } from '../auth/passwords/password-check.ts'
import type { CheckCode } from '../auth/second-factor/second-factor-stage.ts'
import type { SecondFactors } from '../auth/second-factor/second-factors.ts'
import type { Sessions } from '../auth/sessions/sessions.ts'
import type { SignIn } from '../auth/sessions/sign-in.ts'
import type { HostTokens } from '../auth/tokens/host-tokens.ts'
import type { CountRequest } from '../auth/tokens/token-rates.ts'
import type { Log } from '../base/log.ts'
import type { Places } from '../base/places/places.ts'
import { version } from '../base/version.ts'
import type { Database } from '../database/database.ts'
import { findReadableSpace, listReadableSpaces } from '../importing/spaces.ts'
import { accountRoutes } from './account/account.ts'
import { assetRoutes } from './assets.ts'
import { diagramRoutes } from './document/diagram.ts'
import type { Markup } from './frame/markup.ts'
import { showError, showNotFound, unknownAddress, unknownMethod } from './frame/message-page.ts'
import { type Show, show, themeRoute } from './frame/show.ts'
import { type AttentionDependencies, manageRoutes, readAttention } from './manage/manage.ts'
import type { ManageDependencies } from './manage/manage-scope.ts'
import { mounting } from './mounting.ts'
import { formProtection } from './session/csrf.ts'
import {
  acceptHostToken,
  type Readers,
  readerOf,
  readingRule,
  requireViewer,
} from './session/reading-rule.ts'
import { readSession, sessionCookie } from './session/session-cookie.ts'
import { beginSession, deviceCookie } from './sign-in/begin-session.ts'
import { choosePasswordRoutes } from './sign-in/choose-password.ts'
import {
  beginAtProvider,
  flowCookie,
  providerLogoutRoute,
  providerRoutes,
} from './sign-in/provider-routes.ts'
import type { SignInWays } from './sign-in/sign-in-page.ts'
import { signInForm, signInRoutes } from './sign-in/sign-in-routes.ts'
import type { WebHandlers } from './web-map.ts'
import type { WebScope } from './web-scope.ts'
import { type WriterDependencies, writerRoutes } from './writer/import-form-routes.ts'

export interface WebPagesDependencies
  extends FrameFactsDependencies,
    Omit<ManageDependencies & HelpDependencies, 'show' | 'sessions' | 'secondFactors'> {
  readonly writer: Omit<WriterDependencies, 'publicUrl' | 'show'>
  readonly reader: WebHandlers
  readonly sessions: Sessions
  readonly hostTokens: HostTokens
  readonly countRequest: CountRequest
  readonly signIn: SignIn
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  readonly secondFactors: SecondFactors
  readonly ways: SignInWays
  readonly provider: OpenIdProvider | undefined
  readonly endByProvider: EndByProvider | undefined
  readonly devices: KnownDevices
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  readonly formBytes: Places
  readonly log: Log
}

export function webPages(dependencies: WebPagesDependencies): Hono<WebScope> {
  const { publicUrl, writer, oneTimeLinks: links } = dependencies
  const cookie = sessionCookie(dependencies.isSecure)
  const device = deviceCookie(dependencies.isSecure)
  const begin = beginSession({ ...dependencies, cookie, device })
  const signing = { ...dependencies, beginSession: begin, cookie, show }
  const protectForms = formProtection(signing)
  const forms = { ...signing, device }
  const { provider, endByProvider } = dependencies
  const flows = flowCookie(dependencies.isSecure)
  const showSignIn = signInForm(signing)

  const atProvider = provider && { ...signing, provider, flows, showSignIn }
  const begins = atProvider && beginAtProvider(atProvider)
  const mount = mounting({
    readers: dependencies.readers,
    show,
    protectForms,
    acceptHostToken: acceptHostToken(dependencies),
  })

  const app = new Hono<WebScope>()
  app.onError(showError(show, dependencies.log))
  app.route('/', assetRoutes())
  app.route('/', diagramRoutes(mount))
  app.route('/', mount(robotsRoute(dependencies.readers, publicUrl)))
  app.use(async (c, next) => {
    c.set('network', clientAddress(c, dependencies.isBehindProxy))
    await next()
  })
  app.use(readSession(dependencies.sessions, cookie))
  app.use(frameFacts(dependencies))
  app.route(
    '/',
    mount({
      ...helpRoutes({ ...dependencies, show }),
      ...themeRoute(protectForms({ isOpen: true, isOfLook: true }), dependencies.isSecure),
      ...choosePasswordRoutes({ ...forms, links, beginAtProvider: begins }),
      ...signInRoutes({ ...forms, provider }),
      ...(atProvider && providerRoutes(atProvider)),
      ...(endByProvider && providerLogoutRoute({ ...dependencies, endByProvider })),
      ...accountRoutes(forms),
      ...manageRoutes({ ...dependencies, show }),
      ...dependencies.reader,
    }),
  )
  app.route('/', writerRoutes({ ...writer, publicUrl, show }, mount))
  // Unknown addresses also ask for sign-in, so they reveal nothing.
  for (const path of ['/account/*', '/manage/*']) {
    app.all(path, requireViewer, protectForms(), (c) => showNotFound(c, show))
  }
  for (const path of ['/search/*', '/wiki/spaces/*']) {
    app.use(path, readingRule(dependencies.readers))
  }
  app.all('*', unknownMethod(app, show), unknownAddress(show))
  return app
}

/** Other forms of the same pages, or results that differ with each question. */
const others = [
  '/search',
  ...['adf', 'children', 'compare', 'history', 'markdown'].map((part) => `/wiki/spaces/*/${part}/`),
]

/** Tells search engines to index only the pages of an open wiki, each once. */
function robotsRoute(readers: Readers, publicUrl: () => string): WebHandlers {
  const isOpen = readers === 'anyone'
  const closed = (isOpen ? others : ['/']).map((path) => `Disallow: ${path}`)
  const lines = (): string[] => [
    ...['User-agent: *', ...closed],
    ...(isOpen ? ['', `Sitemap: ${publicUrl()}/sitemap.xml`] : []),
    '',
  ]
  return { 'GET /robots.txt': (c) => c.text(lines().join('\n')) }
}

/** Find the network that a request comes from: an IPv4 address, or an IPv6 /64. */
function clientAddress(c: Context<WebScope>, isBehindProxy: boolean): string {
  const socketAddress = c.env.incoming.socket.remoteAddress ?? ''
  // Clients can write anything before the last entry.
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return network(isBehindProxy && forwarded ? forwarded : socketAddress)
}

/** One customer has a whole /64 of IPv6 addresses, so these count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  const first = [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4)
  return `${first.join(':')}::/64`
}

interface FrameFactsDependencies extends AttentionDependencies {
  readonly database: Database
  readonly readers: Readers
}

const shownSpaces = 8

/** Make the stage that offers facts for the frame; they are read only when a page asks. */
function frameFacts(dependencies: FrameFactsDependencies): MiddlewareHandler<WebScope> {
  return async (c, next) => {
    c.set('frameFacts', {
      listSpaces: () => listReadableSpaces(readerOf(c, dependencies), { limit: shownSpaces }),
      readAttention: (viewer) => readAttention(dependencies, viewer),
    })
    await next()
  }
}

interface HelpDependencies {
  readonly database: Database
  readonly readers: Readers
  readonly docsSpace: string | undefined
  readonly show: Show
}

function helpRoutes({ database, readers, docsSpace, show }: HelpDependencies): WebHandlers {
  return {
    'GET /help': async (c) => {
      const viewer = c.get('viewer')
      const space =
        docsSpace && (await findReadableSpace(readerOf(c, { database, readers }), docsSpace))
      const main = helpPage({
        isSignedIn: viewer !== undefined,
        docsPath: space ? `/wiki/spaces/${space.key}` : undefined,
        version: viewer && version,
      })
      return show(c, 200, 'Help', main, { isKept: true })
    },
  }
}

interface HelpModel {
  readonly isSignedIn: boolean
  readonly docsPath: string | undefined
  /** Undefined for visitors, who need not know the version. */
  readonly version: string | undefined
}

function helpPage({ isSignedIn, docsPath, version }: HelpModel): Markup {
  return html`<h1>Help</h1>
<p>Markport keeps pages that are written in Markdown.${docsPath === undefined ? '' : html` <a href="${docsPath}">Its documentation</a> is in this wiki.`}</p>
<h2>Read</h2>
<p><a href="/">Home</a> lists the spaces that you may read, and what changed last; the name of a space, above, leads from one to another. A page stands between the pages of its space and the list of its headings. The menu ⋯ above it has its history and its Markdown; where you may write, also the ways to copy and to move it and to put it into the trash, from where it can be restored. <em>Edit</em> stands beside it.</p>
<h2>Search</h2>
<p>Type words into the field at the top of each page. It finds pages whose title and text have all of the words, and leads to the sections that do. The start of a word is enough: <code>inst</code> finds “installation”. A slip in a word still finds.</p>
<h2>Write and import</h2>
<ul>
<li>One page, by hand: <a href="/import">New page</a> takes a title and Markdown, written, pasted or dropped. You see the page before it is saved.</li>
<li>A folder: drop it into the same form, or let <code>markport import docs/</code> send it. Each file becomes a page, and links and images keep working.</li>
<li>From a program: <a href="/api">API</a> has the address and examples for curl, JavaScript, Python, GitHub Actions and GitLab CI.</li>
</ul>
<p>Commands and programs need a token: make one under <a href="/manage/tokens">Tokens</a>. <a href="/manage/imports">Import log</a> shows what became of each import.</p>
<h2>Keyboard</h2>
<dl class="facts">
<dt><kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>Search</dd>
<dt><kbd>Tab</kbd></dt><dd>Go to the next link or field. The first one leads past the menu to the content.</dd>
<dt><kbd>Esc</kbd></dt><dd>Close a menu</dd>
</dl>
${isSignedIn ? '' : html`<p>To import you <a href="/sign-in">sign in</a>. An administrator gives you a user.</p>`}
${version === undefined ? '' : html`<p class="hint">Markport ${version}</p>`}`
}
