/**
 * The web's map: each address with who may open it; the first match counts. The checks of its line
 * run before each handler, and there is no route without a line. Pages bring their lines; the lines
 * of routes in other rooms are here.
 * @module
 */
import type { Context } from 'hono'
import { accountPages } from './account/account.ts'
import { diagramPages } from './document/diagram.ts'
import { themePages } from './frame/theme.ts'
import { helpPages, robotsPages } from './help.ts'
import { managePages } from './manage/manage.ts'
import type { MapLine, Pages, Stage } from './pages.ts'
import { choosePasswordPages } from './sign-in/choose-password.ts'
import { providerPages } from './sign-in/provider-routes.ts'
import { signInPages } from './sign-in/sign-in-routes.ts'
import type { WebScope } from './web-scope.ts'

const readerLines = {
  'GET /': ['readers'],
  'GET /search': ['readers'],
  'GET /search/suggest': ['readers'],
  'GET /llms.txt': ['readers', { takes: [] }],

  'GET /wiki/spaces/:key': ['readers'],
  'GET /wiki/feed.atom': ['readers', { takes: [] }],
  'GET /wiki/spaces/:key/feed.atom': ['readers', { takes: [] }],
  'GET /wiki/spaces/:key/llms.txt': ['readers', { takes: [] }],
  'GET /wiki/spaces/:key/export.zip': ['readers', { takes: [] }],
  'GET /wiki/spaces/:key/pages/:id{[0-9]+\\.md}': ['readers', { takes: ['version', 'images'] }],
  'GET /wiki/spaces/:key/pages/:id': ['readers', 'host tokens'],
  'GET /wiki/spaces/:key/pages/:id/:title': ['readers'],
  'GET /wiki/spaces/:key/children/:id': ['readers'],
  'GET /wiki/spaces/:key/history/:id': ['readers'],
  'GET /wiki/spaces/:key/history/:id/:number': ['readers'],
  'GET /wiki/spaces/:key/compare/:id': ['readers'],
  'GET /wiki/spaces/:key/markdown/:id': ['readers'],
  'GET /wiki/spaces/:key/attachments/:sha256': ['readers', 'host tokens'],
  'GET /wiki/spaces/:key/attachments/:sha256/:name': ['readers', 'host tokens'],

  'GET /wiki/previews/:name': ['readers'],
  'GET /wiki/previews/:name/pages/:id': ['readers'],
  'GET /wiki/previews/:name/pages/:id/:title': ['readers'],
  'GET /wiki/previews/:name/children/:id': ['readers'],
  'GET /wiki/previews/:name/changes/:id': ['readers'],
  'GET /wiki/previews/:name/attachments/:sha256': ['readers'],
  'GET /wiki/previews/:name/attachments/:sha256/:file': ['readers'],
  'POST /wiki/previews/:name/end': ['writers'],

  'GET /wiki/spaces/:key/report/:id': ['users'],
  'POST /wiki/spaces/:key/report/:id': ['users'],

  'GET /wiki/spaces/:key/trash': ['writers'],
  'GET /wiki/spaces/:key/trash/:id': ['writers'],
  'POST /wiki/spaces/:key/trash/:id': ['writers'],
  'POST /wiki/spaces/:key/restore/:id': ['writers'],
} as const satisfies Readonly<Record<string, MapLine>>

const writerLines = {
  'GET /api': ['anyone'],
  'GET /wiki/spaces/:key/edit/:id': ['writers'],
  'GET /import': ['users'],
  'POST /import': ['users', 'own checks'],
  'GET /import/parents': ['users', 'own checks'],
  'POST /import/preview': ['users', 'own checks'],
  'POST /import/draft': ['users'],
  'POST /import/folder': ['users', 'own checks'],
  'GET /import/done/:requestId{[\\w-]{1,64}}': ['users'],
} as const satisfies Readonly<Record<string, MapLine>>

export const webMap: Readonly<Record<string, MapLine>> = {
  ...readerLines,
  ...linesOf(helpPages),
  ...linesOf(robotsPages),
  ...linesOf(diagramPages),
  ...linesOf(themePages),
  ...writerLines,
  ...linesOf(signInPages),
  ...linesOf(providerPages),
  ...linesOf(choosePasswordPages),
  ...linesOf(accountPages),
  ...linesOf(managePages),
}

function linesOf(pages: Pages<never>): Readonly<Record<string, MapLine>> {
  return Object.fromEntries(
    Object.entries(pages).map(([name, { who, rule }]) => [name, [who, rule]]),
  )
}

type RouteName = keyof typeof readerLines | keyof typeof writerLines
type PathOf<Name extends RouteName> = Name extends `${string} ${infer Path}` ? Path : never
type Handler<Path extends string> = (c: Context<WebScope, Path>) => Response | Promise<Response>

export type WebHandlers = {
  readonly [Name in RouteName]?:
    | Handler<PathOf<Name>>
    | readonly [...Stage[], Handler<PathOf<Name>>]
}
