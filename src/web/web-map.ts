/**
 * The web's map: each address with who may open it; of two matching lines the first counts. A route
 * passes its line's checks before its handler, and none is mounted without a line.
 *
 * @module
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { IconName } from './components/icon-names.ts'
import type { WebScope } from './web-scope.ts'

/**
 * `writers`, `administrators` and `users` are signed in; `readers` are where `--readers` says so.
 * The page itself decides which content and forms they see.
 */
export type Who = 'anyone' | 'readers' | 'users' | 'writers' | 'administrators'

export interface SettingsPage {
  readonly group: 'You' | 'Imports' | 'Administration'
  readonly label: string
  readonly icon: IconName
}

export interface ForPrograms {
  readonly takes: readonly string[]
}

/**
 * `own checks`: the handler brings its own stages. `host tokens`: programs of readers may open it.
 */
export type MapLine = readonly [
  who: Who,
  page: string,
  more?: 'own checks' | 'host tokens' | ForPrograms | SettingsPage,
]

export const webMap = {
  'GET /': ['readers', 'spaces, and the last changes'],
  'GET /search': ['readers', 'the search'],
  'GET /search/suggest': ['readers', 'pages that fit while somebody types'],
  'GET /help': ['anyone', 'the help'],
  'GET /api': ['anyone', 'how programs import'],
  'GET /llms.txt': ['readers', 'the spaces, for programs that read', { takes: [] }],
  'GET /robots.txt': ['anyone', 'what search engines look at'],
  'GET /sitemap.xml': ['readers', 'the spaces, for search engines', { takes: [] }],
  'GET /diagram': ['anyone', 'the frame that draws a diagram'],
  'POST /theme': ['anyone', 'chooses the colours of the pages', 'own checks'],

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

  'GET /wiki/spaces/:key/edit/:id': ['writers', 'the form that edits a page, or copies it'],
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

  'GET /import': ['users', 'the import form'],
  'POST /import': ['users', 'imports a page', 'own checks'],
  'GET /import/parents': ['users', 'parents that fit what is typed', 'own checks'],
  'POST /import/preview': ['users', 'the page as it would be', 'own checks'],
  'POST /import/folder': ['users', 'imports a folder, or tells what that would do', 'own checks'],
  'GET /import/done/:requestId{[\\w-]{1,64}}': ['users', 'what came of it'],

  'GET /sign-in': ['anyone', 'the form to sign in'],
  'POST /sign-in': ['anyone', 'signs in with a password'],
  'GET /sign-in/code': ['anyone', 'the form for a code'],
  'POST /sign-in/code': ['anyone', 'signs in with it'],
  'GET /sign-in/second-factor': ['anyone', 'the form for those who must set up a second factor'],
  'POST /sign-in/second-factor': ['anyone', 'sets it up, and signs in'],
  'GET /sign-in/provider': ['anyone', 'on to the OpenID provider'],
  'GET /sign-in/callback': ['anyone', 'signs in with what the provider says'],
  'GET /sign-in/done': ['anyone', 'says so where a form waits elsewhere'],
  'POST /sign-in/provider/logout': ['anyone', 'ends sessions for the provider', 'own checks'],
  'POST /sign-out': ['anyone', 'signs out'],
  'GET /choose-password/:code': ['anyone', 'what a one-time link leads to'],
  'POST /choose-password/:code': ['anyone', 'chooses a password'],
  'POST /choose-password/:code/provider': ['anyone', 'ties the user to the provider'],
  'POST /choose-password/:code/session': ['anyone', 'signs in where there are no passwords'],

  'GET /account': [
    'users',
    'their password, second factor and devices',
    { group: 'You', label: 'Account', icon: 'user' },
  ],
  'POST /account/password': ['users', 'changes the password'],
  'POST /account/sessions/end': ['users', 'signs a device out'],
  'POST /account/sessions/end-others': ['users', 'signs all others out'],
  'GET /account/second-factor': ['users', 'the second factor'],
  'POST /account/second-factor': ['users', 'sets it up'],
  'POST /account/second-factor/recovery-codes': ['users', 'makes new recovery codes'],
  'POST /account/second-factor/remove': ['users', 'removes it'],

  'GET /manage': ['users', 'on to the tokens'],
  'GET /manage/tokens': [
    'users',
    'their tokens; administrators see all',
    { group: 'You', label: 'Tokens', icon: 'key' },
  ],
  'GET /manage/tokens/new': ['users', 'the form for a token'],
  'POST /manage/tokens/new': ['users', 'creates it'],
  'GET /manage/tokens/new/:submission': ['users', 'its text, for some minutes'],
  'GET /manage/tokens/:id/renew': ['users', 'the form that renews one'],
  'POST /manage/tokens/:id/renew': ['users', 'renews it'],
  'GET /manage/tokens/:id/delete': ['users', 'asks before one goes'],
  'POST /manage/tokens/:id/delete': ['users', 'deletes it'],
  'GET /manage/imports': [
    'users',
    'their imports; administrators see all',
    { group: 'Imports', label: 'Import log', icon: 'inbox' },
  ],

  'GET /manage/first-steps': [
    'administrators',
    'the way to the first import',
    { group: 'Administration', label: 'First steps', icon: 'flag' },
  ],
  'GET /manage/users': [
    'administrators',
    'the users',
    { group: 'Administration', label: 'Users', icon: 'users' },
  ],
  'GET /manage/users/new': ['administrators', 'the form for a user'],
  'POST /manage/users/new': ['administrators', 'adds one'],
  'GET /manage/users/:id': ['administrators', 'a user'],
  'POST /manage/users/:id/link': ['administrators', 'makes a one-time link'],
  'GET /manage/users/:id/change': ['administrators', 'asks for another name, address or role'],
  'POST /manage/users/:id/change': ['administrators', 'changes the user'],
  'GET /manage/users/:id/disable': ['administrators', 'asks before one is disabled'],
  'POST /manage/users/:id/disable': ['administrators', 'disables the user'],
  'POST /manage/users/:id/enable': ['administrators', 'enables the user'],
  'GET /manage/users/:id/delete': ['administrators', 'asks before one goes'],
  'POST /manage/users/:id/delete': ['administrators', 'deletes the user'],
  'POST /manage/users/:id/end-sessions': ['administrators', 'signs the user out'],
  'POST /manage/users/:id/end-group-access': ['administrators', 'takes what groups gave'],
  'POST /manage/users/:id/remove-second-factor': ['administrators', 'removes the second factor'],
  'POST /manage/users/:id/grant': ['administrators', 'gives access to a space'],
  'POST /manage/users/:id/revoke': ['administrators', 'takes it'],
  'GET /manage/groups': [
    'administrators',
    'the groups',
    { group: 'Administration', label: 'Groups', icon: 'shield' },
  ],
  'POST /manage/groups': ['administrators', 'creates one'],
  'GET /manage/groups/:id': ['administrators', 'a group'],
  'POST /manage/groups/:id/add': ['administrators', 'adds a user to it'],
  'POST /manage/groups/:id/remove': ['administrators', 'takes a user out of it'],
  'POST /manage/groups/:id/grant': ['administrators', 'gives it access to a space'],
  'POST /manage/groups/:id/revoke': ['administrators', 'takes it'],
  'GET /manage/groups/:id/delete': ['administrators', 'asks before one goes'],
  'POST /manage/groups/:id/delete': ['administrators', 'deletes the group'],
  'GET /manage/access': [
    'administrators',
    'what each person may, and why',
    { group: 'Administration', label: 'Access', icon: 'eye' },
  ],
  'GET /manage/spaces': [
    'administrators',
    'the spaces',
    { group: 'Administration', label: 'Spaces', icon: 'layers' },
  ],
  'GET /manage/spaces/new': ['administrators', 'the form for a space'],
  'POST /manage/spaces/new': ['administrators', 'creates it'],
  'GET /manage/connections': [
    'administrators',
    'the connected spaces',
    { group: 'Imports', label: 'Connections', icon: 'plug' },
  ],
  'GET /manage/connections/:key': ['administrators', 'one of them'],
  'POST /manage/connections/:key': ['administrators', 'sets its rules'],
  'GET /manage/following': [
    'administrators',
    'the followed repositories',
    { group: 'Imports', label: 'Followed repositories', icon: 'git-branch' },
  ],
  'GET /manage/following/new': ['administrators', 'the form that follows one'],
  'POST /manage/following/new': ['administrators', 'tries it, and follows it'],
  'GET /manage/following/:id': ['administrators', 'one of them, with its last runs'],
  'POST /manage/following/:id/run': ['administrators', 'imports it now'],
  'GET /manage/following/:id/remove': ['administrators', 'asks before one is removed'],
  'POST /manage/following/:id/remove': ['administrators', 'follows it no more'],
  'GET /manage/webhooks': [
    'administrators',
    'who is told of changes',
    { group: 'Administration', label: 'Webhooks', icon: 'square-arrow-out-up-right' },
  ],
  'GET /manage/license': [
    'administrators',
    'the license',
    { group: 'Administration', label: 'License', icon: 'badge-check' },
  ],
  'POST /manage/license': ['administrators', 'sets it'],
  'GET /manage/health': [
    'administrators',
    'how the service is, what it stores, and how that grows',
    { group: 'Administration', label: 'Health', icon: 'activity' },
  ],
  'GET /manage/audit': [
    'administrators',
    'the audit records',
    { group: 'Administration', label: 'Audit log', icon: 'scroll-text' },
  ],
  'GET /manage/audit/export.csv': ['administrators', 'those that were chosen, for spreadsheets'],
  'GET /manage/audit/export.jsonl': ['administrators', 'the same, for programs'],
} as const

export type RouteName = keyof typeof webMap

type PathOf<Name extends RouteName> = Name extends `${string} ${infer Path}` ? Path : never

type Stage = MiddlewareHandler<WebScope>
type Handler<Path extends string> = (c: Context<WebScope, Path>) => Response | Promise<Response>

export type WebHandlers = {
  readonly [Name in RouteName]?:
    | Handler<PathOf<Name>>
    | readonly [...Stage[], Handler<PathOf<Name>>]
}

export const hostTokenPaths: readonly string[] = Object.entries<MapLine>(webMap).flatMap(
  ([name, [, , rule]]) => (takesHostToken(rule) ? [name.slice('GET '.length)] : []),
)

export function takesHostToken(rule: MapLine[2]): boolean {
  return rule === 'host tokens' || isForPrograms(rule)
}

export function isForPrograms(rule: MapLine[2]): rule is ForPrograms {
  return typeof rule === 'object' && 'takes' in rule
}
