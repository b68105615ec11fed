/**
 * The web's map: each address with who may open it; of two matching lines the first counts. A route
 * passes its line's checks before its handler, and none is mounted without a line. Pages bring their
 * lines along; those that other rooms answer have theirs here.
 *
 * @module
 */
import type { Context } from 'hono'
import { accountPages } from './account/account.ts'
import { diagramPages } from './document/diagram.ts'
import { themePages } from './frame/theme.ts'
import { helpPages, robotsPages } from './help.ts'
import { managePages } from './manage/manage.ts'
import type { MapLine, Pages, Stage } from './pages.ts'
import { takesHostToken } from './pages.ts'
import { choosePasswordPages } from './sign-in/choose-password.ts'
import { providerLogoutPages, providerPages } from './sign-in/provider-routes.ts'
import { signInPages } from './sign-in/sign-in-routes.ts'
import type { WebScope } from './web-scope.ts'

const readerLines = {
  'GET /': ['readers', 'spaces, and the last changes'],
  'GET /search': ['readers', 'the search'],
  'GET /search/suggest': ['readers', 'pages that fit while somebody types'],
  'GET /llms.txt': ['readers', 'the spaces, for programs that read', { takes: [] }],
  'GET /sitemap.xml': ['readers', 'the spaces, for search engines', { takes: [] }],

  'GET /wiki/spaces/:key': ['readers', 'on to the home page of a space'],
  'GET /wiki/feed.atom': ['readers', 'what changed in the wiki, as an Atom feed', { takes: [] }],
  'GET /wiki/spaces/:key/feed.atom': ['readers', 'what changed in it, as a feed', { takes: [] }],
  'GET /wiki/spaces/:key/sitemap.xml': [
    'readers',
    'its pages, for search engines',
    { takes: ['part'] },
  ],
  'GET /wiki/spaces/:key/llms.txt': ['readers', 'its pages, for programs', { takes: [] }],
  'GET /wiki/spaces/:key/llms-full.txt': ['readers', 'all its pages as one text', { takes: [] }],
  'GET /wiki/spaces/:key/export.zip': ['readers', 'a space as files', { takes: [] }],
  'GET /wiki/spaces/:key/pages/:id{[0-9]+\\.md}': [
    'readers',
    'a page as Markdown',
    { takes: ['version', 'images'] },
  ],
  'GET /wiki/spaces/:key/pages/:id': ['readers', 'a page', 'host tokens'],
  'GET /wiki/spaces/:key/pages/:id/:title': ['readers', 'the same'],
  'GET /wiki/spaces/:key/children/:id': ['readers', 'the pages below it'],
  'GET /wiki/spaces/:key/history/:id': ['readers', 'its versions'],
  'GET /wiki/spaces/:key/history/:id/:number': ['readers', 'one of them'],
  'GET /wiki/spaces/:key/compare/:id': ['readers', 'what changed between two'],
  'GET /wiki/spaces/:key/markdown/:id': ['readers', 'its Markdown'],
  'GET /wiki/spaces/:key/adf/:id': ['readers', 'its ADF'],
  'GET /wiki/spaces/:key/attachments/:sha256': ['readers', 'an image', 'host tokens'],
  'GET /wiki/spaces/:key/attachments/:sha256/:name': [
    'readers',
    'a file, or an image by its name',
    'host tokens',
  ],

  'GET /wiki/previews/:name': ['readers', 'what a preview changes'],
  'GET /wiki/previews/:name/pages/:id': ['readers', 'a page as it would be'],
  'GET /wiki/previews/:name/pages/:id/:title': ['readers', 'the same'],
  'GET /wiki/previews/:name/children/:id': ['readers', 'the pages below it'],
  'GET /wiki/previews/:name/changes/:id': ['readers', 'what changes of a page'],
  'GET /wiki/previews/:name/attachments/:sha256': ['readers', 'an image of a preview'],
  'GET /wiki/previews/:name/attachments/:sha256/:file': [
    'readers',
    'a file, or an image by its name',
  ],
  'POST /wiki/previews/:name/apply': ['writers', 'applies a preview'],
  'POST /wiki/previews/:name/end': ['writers', 'ends it'],

  'GET /wiki/spaces/:key/move/:id': ['writers', 'the form that moves a page'],
  'POST /wiki/spaces/:key/move/:id': ['writers', 'moves it'],
  'GET /wiki/spaces/:key/trash': ['writers', 'the trash of a space'],
  'GET /wiki/spaces/:key/trash/:id': ['writers', 'asks before a page goes there'],
  'POST /wiki/spaces/:key/trash/:id': ['writers', 'puts it there'],
  'POST /wiki/spaces/:key/restore/:id': ['writers', 'restores it'],

  'GET /wiki/spaces/:key/purge': ['administrators', 'asks before the trash goes'],
  'POST /wiki/spaces/:key/purge': ['administrators', 'purges the trash'],
  'GET /wiki/spaces/:key/purge/:id': ['administrators', 'asks before a page goes'],
  'POST /wiki/spaces/:key/purge/:id': ['administrators', 'purges it'],
  'GET /wiki/spaces/:key/purge/:id/:number': ['administrators', 'asks before a version goes'],
  'POST /wiki/spaces/:key/purge/:id/:number': ['administrators', 'purges it'],
  'GET /wiki/spaces/:key/settings': [
    'administrators',
    'the form with the name of a space, and its policy for edits',
  ],
  'POST /wiki/spaces/:key/settings': ['administrators', 'changes them'],
  'GET /wiki/spaces/:key/delete': ['administrators', 'asks before a space goes'],
  'POST /wiki/spaces/:key/delete': ['administrators', 'deletes it'],
} as const satisfies Readonly<Record<string, MapLine>>

const writerLines = {
  'GET /api': ['anyone', 'how programs import'],
  'GET /wiki/spaces/:key/edit/:id': ['writers', 'the form that edits a page, or copies it'],
  'GET /import': ['users', 'the import form'],
  'POST /import': ['users', 'imports a page', 'own checks'],
  'GET /import/parents': ['users', 'parents that fit what is typed', 'own checks'],
  'POST /import/preview': ['users', 'the page as it would be', 'own checks'],
  'POST /import/folder': ['users', 'imports a folder, or tells what that would do', 'own checks'],
  'GET /import/done/:requestId{[\\w-]{1,64}}': ['users', 'what came of it'],
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
  ...linesOf(providerLogoutPages),
  ...linesOf(choosePasswordPages),
  ...linesOf(accountPages),
  ...linesOf(managePages),
}

function linesOf(pages: Pages<never>): Readonly<Record<string, MapLine>> {
  return Object.fromEntries(Object.entries(pages).map(([name, { line }]) => [name, line]))
}

type RouteName = keyof typeof readerLines | keyof typeof writerLines
type PathOf<Name extends RouteName> = Name extends `${string} ${infer Path}` ? Path : never
type Handler<Path extends string> = (c: Context<WebScope, Path>) => Response | Promise<Response>

/** The handlers of lines that stand here. */
export type WebHandlers = {
  readonly [Name in RouteName]?:
    | Handler<PathOf<Name>>
    | readonly [...Stage[], Handler<PathOf<Name>>]
}

export const hostTokenPaths: readonly string[] = Object.entries<MapLine>(readerLines).flatMap(
  ([name, [, , rule]]) => (takesHostToken(rule) ? [name.slice('GET '.length)] : []),
)
