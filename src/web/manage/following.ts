/** The requests for followed repositories: folders of Git that the service imports by itself. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { RequestError } from '../../contract/errors.ts'
import { RunError } from '../../folder-runs/bounded-process.ts'
import type { FollowRun } from '../../following/follow-changes.ts'
import type { FollowedRepository, NewRepository } from '../../following/followed-repositories.ts'
import { listSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  maxChoices,
  selectField,
  spaceField,
  textField,
} from '../components/form-fields.ts'
import {
  breadcrumb,
  copyable,
  dataTable,
  emptyState,
  formActions,
  noticeLine,
  pageHead,
} from '../components/parts.ts'
import { relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, type FormFields, viewerOf, type WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

const list = { path: '/manage/following', label: 'Followed repositories' }

export function followingRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, clock, publicUrl, show, following } = dependencies
  const { repositories, requestRun, tryOut, allowsPrivate } = following
  const withRepository =
    (answer: (c: Context<WebScope>, repository: FollowedRepository) => Promise<Response>) =>
    async (c: Context<WebScope>): Promise<Response> => {
      const id = c.req.param('id')
      const repository = (await repositories.list()).find((followed) => followed.id === id)
      return repository === undefined ? showNotFound(c, show) : answer(c, repository)
    }
  const showForm = async (c: Context<WebScope>, problem?: FormRefusal): Promise<Response> => {
    const main = newPage({
      form: c.get('form') ?? new Map(),
      spaces: await listSpaces(database, { limit: maxChoices + 1 }),
      problem,
      csrfField: csrfField(c),
    })
    return show(c, problem === undefined ? 200 : 400, 'Follow a repository', main)
  }
  return {
    'GET /manage/following': async (c) => {
      const notice = c.req.query('done') === 'removed' ? 'It is followed no more.' : undefined
      const main = listPage(await repositories.list(), { now: clock(), notice })
      return show(c, 200, list.label, main, { isWide: true })
    },
    'GET /manage/following/new': (c) => showForm(c),
    'POST /manage/following/new': async (c) => {
      try {
        const repository = readForm(c, allowsPrivate)
        // A try first: what cannot be read is not kept.
        await tryOut(repository)
        const { id, secret } = await repositories.add(repository, actorOf(c))
        await requestRun(id, 'look')
        const hook = `${publicUrl()}/hooks/${id}`
        return show(c, 201, 'Followed', addedPage({ id, secret, hook }))
      } catch (error) {
        return showForm(c, refusalOf(error))
      }
    },
    'GET /manage/following/:id': withRepository((c, repository) => {
      const main = repositoryPage(repository, {
        now: clock(),
        hook: `${publicUrl()}/hooks/${repository.id}`,
        notice:
          c.req.query('done') === 'requested' ? 'It will be imported in a moment.' : undefined,
        csrfField: csrfField(c),
      })
      return show(c, 200, nameOf(repository), main, { isWide: true })
    }),
    'POST /manage/following/:id/run': withRepository(async (c, { id }) => {
      await requestRun(id, 'import')
      return c.redirect(`${list.path}/${id}?done=requested`, 303)
    }),
    'GET /manage/following/:id/remove': withRepository((c, repository) =>
      show(c, 200, `Follow ${nameOf(repository)} no more`, removePage(repository, csrfField(c))),
    ),
    'POST /manage/following/:id/remove': withRepository(async (c, { id }) => {
      await repositories.remove(id, actorOf(c))
      return c.redirect(`${list.path}?done=removed`, 303)
    }),
  }
}

function refusalOf(error: unknown): FormRefusal {
  if (error instanceof RunError) return { message: error.message, field: 'repository' }
  // The deadline of the try.
  if (error instanceof DOMException) {
    return { message: 'The repository does not answer.', field: 'repository' }
  }
  return formRefusal(error)
}

const intervals: readonly (readonly [ms: string, text: string])[] = [
  ['60000', 'every minute'],
  ['300000', 'every 5 minutes'],
  ['3600000', 'every hour'],
  ['86400000', 'every day'],
]

function readForm(c: Context<WebScope>, allowsPrivate: boolean): NewRepository {
  const form = c.get('form')
  const text = (name: string): string => fieldText(form, name).trim()
  const everyMs = intervals.find(([ms]) => ms === text('every'))?.[0]
  if (everyMs === undefined) {
    throw new RequestError('bad-request', 'Choose one of what the form offers.', { field: 'every' })
  }
  return {
    space: text('space'),
    repository: text('repository'),
    branch: text('branch'),
    folder: text('folder'),
    parentId: text('parent') || undefined,
    everyMs: Number(everyMs),
    credentials: { token: text('token') || undefined },
    userId: viewerOf(c).userId,
    allowsPrivate,
  }
}

function nameOf({ repository }: FollowedRepository): string {
  return repository.replace(/^\w+:\/\/|\.git$/g, '')
}

function listPage(
  all: readonly FollowedRepository[],
  { now, notice }: { readonly now: Date; readonly notice: string | undefined },
): Markup {
  const rows = all.map((repository) => [
    html`<a href="${list.path}/${repository.id}">${nameOf(repository)}</a>`,
    html`<span class="long">${repository.branch}</span>`,
    html`<span class="long">${repository.folder}</span>`,
    repository.space,
    runState(repository),
    repository.runs[0] === undefined
      ? html`not yet`
      : relativeTime(new Date(repository.runs[0].at), now),
  ])
  const columns = ['Repository', 'Branch', 'Folder', 'Space', 'Last run', 'When']
  return html`${pageHead(list.label, { path: `${list.path}/new`, label: 'Follow a repository' })}
${noticeLine(notice)}
<p>The service looks at each branch, and imports its folder when it has moved: no CI job is needed.</p>
${
  all.length === 0
    ? emptyState(
        'No repository is followed',
        'Name a folder of a Git repository: its Markdown becomes pages.',
      )
    : dataTable(list.label, columns, rows)
}`
}

function runState({ isRunning, runs: [last] }: FollowedRepository): Markup {
  if (isRunning) return html`under way`
  return last === undefined ? html`waits` : outcome(last)
}

function outcome({ error, created, updated, trashed }: FollowRun): Markup {
  return error === null
    ? html`${created} made, ${updated} changed, ${trashed} trashed`
    : html`<span class="badge badge-stop">failed</span> <span class="long">${error}</span>`
}

interface PageModel {
  readonly now: Date
  readonly hook: string
  readonly notice: string | undefined
  readonly csrfField: Markup
}

function repositoryPage(
  repository: FollowedRepository,
  { now, hook, notice, csrfField }: PageModel,
): Markup {
  const path = `${list.path}/${repository.id}`
  const rows = repository.runs.map((run) => [
    relativeTime(new Date(run.at), now),
    html`<code>${run.commit?.slice(0, 12) ?? 'none'}</code>`,
    outcome(run),
    String(run.newWarnings),
  ])
  return html`${breadcrumb([list])}
<h1 class="long">${nameOf(repository)}</h1>
${noticeLine(notice)}
<dl class="facts"><dt>Address</dt><dd class="long">${repository.repository}</dd>
<dt>Branch and folder</dt><dd class="long">${repository.branch}, ${repository.folder === '.' ? 'the whole repository' : repository.folder}</dd>
<dt>Imported into</dt><dd><a href="/wiki/spaces/${repository.space}">${repository.space}</a>, below the page ${repository.parentId}</dd>
<dt>Written as</dt><dd>${repository.userName}</dd>
<dt>Webhook</dt><dd class="long">${hook}</dd></dl>
<form class="row" method="post" action="${path}/run">${csrfField}<button type="submit">Import now</button> <a class="button quiet" href="${path}/remove">Remove</a></form>
<h2>Last runs</h2>
${repository.isRunning ? html`<p>A run is under way.</p>` : ''}
${rows.length === 0 ? html`<p>It has not been imported yet.</p>` : dataTable('Last runs', ['When', 'Commit', 'Pages', 'New warnings'], rows)}`
}

interface NewModel {
  readonly form: FormFields
  readonly spaces: readonly Space[]
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

function newPage({ form, spaces, problem, csrfField }: NewModel): Markup {
  const field = (name: string, label: string, usual = '', hint?: string) => ({
    ...{ name, label, problem, value: form.get(name) ?? usual },
    ...(hint !== undefined && { hint }),
  })
  return html`${breadcrumb([list])}
<h1>Follow a repository</h1>
${errorLine(problem?.message)}
<form class="broad" method="post">${csrfField}
${textField({ ...field('repository', 'Repository', '', 'Such as https://github.com/acme/docs.git. Repositories by SSH are added by markport follow add.'), isRequired: true, maxLength: 1_000 })}
${textField({ ...field('token', 'Token', '', 'For a private repository: a token that may read it, or USER:TOKEN. It is kept encrypted, and never shown.'), value: '', type: 'password' })}
${textField({ ...field('branch', 'Branch', 'main'), isRequired: true, maxLength: 200 })}
${textField({ ...field('folder', 'Folder', '.', 'Inside the repository, such as docs; a dot is all of it.'), isRequired: true, maxLength: 1_000 })}
${spaceField(field('space', 'Space'), spaces)}
${textField(field('parent', 'Parent page', '', 'Its id. Without one, pages come below the homepage.'))}
${selectField(field('every', 'Look at the branch', '300000'), intervals)}
${formActions('Try it, and follow it', { path: list.path, label: 'Cancel' })}
</form>`
}

function addedPage({ id, secret, hook }: { id: string; secret: string; hook: string }): Markup {
  return html`${breadcrumb([list])}
<h1>The repository is followed</h1>
<p>Its first import begins now. A webhook of the repository has each push imported at once; give it this address and this secret, which is not shown again, and have it send JSON of pushes.</p>
<dl class="facts"><dt>Address</dt><dd>${copyable('hook', hook, 'Address')}</dd><dt>Secret</dt><dd>${copyable('secret', secret, 'Secret')}</dd></dl>
<p><a class="button" href="${list.path}/${id}">See how it goes</a></p>`
}

function removePage(repository: FollowedRepository, csrfField: Markup): Markup {
  const path = `${list.path}/${repository.id}`
  return html`${breadcrumb([list, { path, label: nameOf(repository) }])}
<h1>Follow it no more?</h1>
<p>Pages that were imported from ${nameOf(repository)} stay. Its webhook is refused from now on.</p>
<form method="post">${csrfField}
${formActions('Remove', { path, label: 'Cancel' }, 'danger')}
</form>`
}
