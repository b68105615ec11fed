/** Followed Git repositories, which the service imports by itself. @module */
import { html } from 'hono/html'
import type { FollowRun } from '../../following/follow-changes.ts'
import {
  type FollowedRepository,
  hasFailed,
  listRepositories,
} from '../../following/followed-repositories.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { actionForm, administrators } from '../components/page-schemes.ts'
import { copyableBlock, facts, stateBadge, tableOf } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { actorOf, type PageContext, type Pages } from '../pages.ts'

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

const followCommand =
  'markport follow add DOCS https://github.com/acme/docs.git --folder docs --token-file FILE'

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
    notices: { removed: 'It is followed no more.' },
    read: ({ following }) => following.repositories.list(),
    view: () => ({
      lead: 'The service looks at each branch, and imports its folder when it has moved: no CI job is needed.',
      emptyText: [
        'No repository is followed',
        'The command below adds a folder of a Git repository: its Markdown becomes pages.',
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
      belowTable: html`<h2>Follow a repository</h2>
<p>Whoever runs the service adds repositories, on its machine. Addresses and tokens never come from a browser.</p>
${copyableBlock('follow', followCommand, 'Command', { isWrapped: true })}`,
    }),
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

function runState({ isRunning, runs: [last] }: FollowedRepository): Markup {
  if (isRunning) return html`under way`
  return last === undefined ? html`waits` : outcome(last)
}

function outcome({ error, created, updated, trashed }: FollowRun): Markup {
  return error === null
    ? html`${created} made, ${updated} changed, ${trashed} trashed`
    : html`${stateBadge('stop', 'failed')} <span class="long">${error}</span>`
}
