/** Followed Git repositories, which the service imports by itself. @module */
import { html } from 'hono/html'
import { wrongField } from '../../../contract/errors.ts'
import { listSpaces } from '../../../wiki/import/spaces.ts'
import { RunError } from '../../folder-runs/bounded-process.ts'
import type { FollowRun } from '../../following/follow-changes.ts'
import {
  type FollowedRepository,
  hasFailed,
  listRepositories,
  type NewRepository,
} from '../../following/followed-repositories.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { fieldText, maxChoices, readChoice, spaceSpec } from '../components/form-fields.ts'
import { actionForm, administrators } from '../components/page-schemes.ts'
import { breadcrumb, copyable, facts, stateBadge, tableOf } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { actorOf, type PageContext, type Pages, viewerOf } from '../pages.ts'

const list = { path: '/manage/following', label: 'Followed repositories' }

function pathOf({ id }: { readonly id: string }): string {
  return `${list.path}/${id}`
}

function nameOf({ repository }: FollowedRepository): string {
  return repository.replace(/^\w+:\/\/|\.git$/g, '')
}

async function findRepository(c: PageContext, { following }: ServiceParts) {
  const id = c.req.param('id')
  return (await following.repositories.list()).find((repository) => repository.id === id)
}

const intervals = [
  ['60000', 'every minute'],
  ['300000', 'every 5 minutes'],
  ['3600000', 'every hour'],
  ['86400000', 'every day'],
] as const

export const followingPages: Pages = {
  ...administrators.list<FollowedRepository>({
    path: list.path,
    settings: {
      group: 'Imports',
      label: list.label,
      icon: 'git-branch',
      badge: {
        words: 'failed',
        count: async ({ database, clock }) =>
          (await listRepositories(database, clock)).filter(hasFailed).length,
      },
    },
    action: { path: `${list.path}/new`, label: 'Follow a repository' },
    notices: { removed: 'It is followed no more.' },
    read: ({ following }) => following.repositories.list(),
    view: () => ({
      lead: 'The service looks at each branch, and imports its folder when it has moved: no CI job is needed.',
      emptyText: [
        'No repository is followed',
        'Name a folder of a Git repository: its Markdown becomes pages.',
      ],
      columns: [
        [
          'Repository',
          (repository) => html`<a href="${pathOf(repository)}">${nameOf(repository)}</a>`,
        ],
        ['Branch', ({ branch }) => html`<span class="long">${branch}</span>`],
        ['Folder', ({ folder }) => html`<span class="long">${folder}</span>`],
        ['Space', ({ space }) => space],
        ['Last run', runState],
        ['When', ({ runs: [last] }) => (last ? dayOf(new Date(last.at)) : 'not yet')],
      ],
    }),
  }),
  ...administrators.form({
    path: `${list.path}/new`,
    view: async (_, { database }) => ({
      title: 'Follow a repository',
      ways: [list],
      isBroad: true,
      fields: [
        {
          name: 'repository',
          label: 'Repository',
          isRequired: true,
          maxLength: 1_000,
          hint: 'Such as https://github.com/acme/docs.git. Repositories by SSH are added by markport follow add.',
        },
        {
          name: 'token',
          label: 'Token',
          type: 'password',
          hint: 'For a private repository: a token that may read it, or USER:TOKEN. It is kept encrypted, and never shown.',
        },
        { name: 'branch', label: 'Branch', value: 'main', isRequired: true, maxLength: 200 },
        {
          name: 'folder',
          label: 'Folder',
          value: '.',
          isRequired: true,
          maxLength: 1_000,
          hint: 'Inside the repository, such as docs; a dot is all of it.',
        },
        spaceSpec(
          { name: 'space', label: 'Space' },
          await listSpaces(database, { limit: maxChoices + 1 }),
        ),
        {
          name: 'parent',
          label: 'Parent page',
          hint: 'Its id. Without one, pages come below the homepage.',
        },
        { name: 'every', label: 'Look at the branch', value: '300000', choices: intervals },
      ],
      button: 'Try it, and follow it',
    }),
    submit: async (_, { following, publicUrl }, c) => {
      const repository = readForm(c, following.allowsPrivate)
      await following.tryOut(repository).catch(throwInWords)
      const { id, secret } = await following.repositories
        .add(repository, actorOf(c))
        .catch(throwInWords)
      await following.requestRun(id, 'look')
      const main = html`${breadcrumb([list])}<h1>The repository is followed</h1>
<p>Its first import begins now. A webhook of the repository has each push imported at once; give it this address and this secret, which is not shown again, and have it send JSON of pushes.</p>
${facts([
  ['Address', copyable('hook', `${publicUrl()}/hooks/${id}`, 'Address')],
  ['Secret', copyable('secret', secret, 'Secret')],
])}
<p><a class="button" href="${pathOf({ id })}">See how it goes</a></p>`
      return show(c, 201, 'Followed', main)
    },
  }),
  ...administrators.details<FollowedRepository>({
    path: `${list.path}/:id`,
    find: findRepository,
    notices: { requested: 'It will be imported in a moment.' },
    actions: {
      run: ['requested', (_, { following }, { id }) => following.requestRun(id, 'import')],
    },
    view: async (repository, { publicUrl }) => {
      const { branch, folder, runs, space, parentId } = repository
      const columns = [
        ['When', ({ at }: FollowRun) => dayOf(new Date(at))],
        ['Commit', ({ commit }: FollowRun) => html`<code>${commit?.slice(0, 12) ?? 'none'}</code>`],
        ['Pages', outcome],
        ['New warnings', ({ newWarnings }: FollowRun) => String(newWarnings)],
      ] as const
      return {
        title: nameOf(repository),
        ways: [list],
        isWide: true,
        body: html`${facts([
          ['Address', html`<span class="long">${repository.repository}</span>`],
          ['Branch and folder', `${branch}, ${folder === '.' ? 'the whole repository' : folder}`],
          [
            'Imported into',
            html`<a href="/wiki/spaces/${space}">${space}</a>, below the page ${parentId}`,
          ],
          ['Written as', repository.userName],
          ['Webhook', html`<span class="long">${publicUrl()}/hooks/${repository.id}</span>`],
        ])}
<div class="actions">${actionForm(`${pathOf(repository)}/run`, 'Import now', { look: '' })} <a class="button quiet" href="${pathOf(repository)}/remove">Remove</a></div>
<h2>Last runs</h2>
${repository.isRunning ? html`<p>A run is under way.</p>` : ''}
${runs.length === 0 ? html`<p>It has not been imported yet.</p>` : tableOf('Last runs', columns, runs)}`,
      }
    },
  }),
  ...administrators.form<FollowedRepository>({
    path: `${list.path}/:id/remove`,
    find: findRepository,
    view: (repository) => ({
      title: 'Follow it no more?',
      ways: [list, { path: pathOf(repository), label: nameOf(repository) }],
      lead: html`<p>Pages that were imported from ${nameOf(repository)} stay. Its webhook is refused from now on.</p>`,
      button: 'Remove',
      look: 'danger',
    }),
    submit: async ({ id }, { following }, c) => {
      await following.repositories.remove(id, actorOf(c))
      return `${list.path}?done=removed`
    },
  }),
}

/** Words errors for the form, such as the one of a machine without Git. */
function throwInWords(error: unknown): never {
  if (!(error instanceof RunError)) throw error
  throw wrongField('repository', error.message)
}

function readForm(c: PageContext, allowsPrivate: boolean): NewRepository {
  const form = c.get('form')
  const text = (name: string): string => fieldText(form, name).trim()
  const everyMs = readChoice(
    form,
    'every',
    intervals.map(([ms]) => ms),
  )
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

function runState({ isRunning, runs: [last] }: FollowedRepository): Markup {
  if (isRunning) return html`under way`
  return last === undefined ? html`waits` : outcome(last)
}

function outcome({ error, created, updated, trashed }: FollowRun): Markup {
  return error === null
    ? html`${created} made, ${updated} changed, ${trashed} trashed`
    : html`${stateBadge('stop', 'failed')} <span class="long">${error}</span>`
}
