/** The requests for groups, their members, and what they may do. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Group } from '../../auth/groups.ts'
import { counted } from '../../base/visible-text.ts'
import { parseId } from '../../database/ids.ts'
import { listSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  maxChoices,
  textField,
} from '../components/form-fields.ts'
import {
  cutPart,
  entriesPerPage,
  findField,
  type ListPart,
  partLinks,
  readListPart,
} from '../components/list-part.ts'
import {
  breadcrumb,
  dataTable,
  emptyState,
  formActions,
  noneFits,
  noticeLine,
  pageHead,
} from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, type WebScope } from '../web-scope.ts'
import { accessWords, grantForm, readAccessLevel, readSpaceId } from './access.ts'
import type { ManageDependencies } from './manage-scope.ts'

const notices: Readonly<Record<string, string>> = {
  created: 'The group is created. Add its members, and give it access.',
  added: 'The user is added.',
  removed: 'The user is not in the group any more.',
  granted: 'Access is given.',
  revoked: 'Access is revoked.',
  deleted: 'The group is deleted.',
}

const shownInList = 10

export function groupRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, groups, show } = dependencies
  const noticeOf = (c: Context<WebScope>): string | undefined => notices[c.req.query('done') ?? '']
  const showAll = async (c: Context<WebScope>, problem?: FormRefusal): Promise<Response> => {
    const name = fieldText(c.get('form') ?? new Map(), 'name')
    const shown = {
      groups: await groups.list({ limit: shownInList }),
      name,
      problem,
      notice: noticeOf(c),
    }
    const main = groupsPage({ ...shown, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Groups', main, { isWide: true })
  }
  const showGroup = async (
    c: Context<WebScope>,
    group: Group,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const { after, matching } = readListPart(c.req.query())
    const found = await groups.members(group.id, { after, limit: entriesPerPage + 1 })
    const { shown, part } = cutPart(found, { matching: undefined, after }, (name) => name)
    const spaces = await listSpaces(database, { limit: maxChoices + 1 })
    const model = { group, matching, members: shown, part, spaces, problem, notice: noticeOf(c) }
    const main = groupPage({ ...model, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, group.name, main)
  }
  const withGroup =
    (answer: (c: Context<WebScope>, group: Group) => Promise<Response>) =>
    async (c: Context<WebScope>): Promise<Response> => {
      const id = c.req.param('id') === '0' ? 0 : parseId(c.req.param('id') ?? '')
      const group =
        id === undefined
          ? undefined
          : await groups.findById(id, {
              ...readListPart(c.req.query()),
              limit: entriesPerPage,
            })
      return group === undefined ? showNotFound(c, show) : answer(c, group)
    }
  const change = (done: string, work: (c: Context<WebScope>, group: Group) => Promise<void>) =>
    withGroup(async (c, group) => {
      try {
        await work(c, group)
      } catch (error) {
        return showGroup(c, group, formRefusal(error))
      }
      return c.redirect(`/manage/groups/${group.id}?done=${done}`, 303)
    })
  const nameOf = (c: Context<WebScope>): string => fieldText(c.get('form'), 'name')
  return {
    'GET /manage/groups': (c) => showAll(c),
    'POST /manage/groups': async (c) => {
      try {
        const { id } = await groups.create(nameOf(c), actorOf(c))
        return c.redirect(`/manage/groups/${id}?done=created`, 303)
      } catch (error) {
        return showAll(c, formRefusal(error))
      }
    },
    'GET /manage/groups/:id': withGroup(showGroup),
    'POST /manage/groups/:id/add': change('added', (c, { id }) =>
      groups.add(id, nameOf(c), actorOf(c)),
    ),
    'POST /manage/groups/:id/remove': change('removed', (c, { id }) =>
      groups.remove(id, nameOf(c), actorOf(c)),
    ),
    'POST /manage/groups/:id/grant': change('granted', async (c, { id }) => {
      const spaceId = await readSpaceId(database, c.get('form'))
      await groups.grant(id, spaceId, readAccessLevel(c.get('form')), actorOf(c))
    }),
    'POST /manage/groups/:id/revoke': change('revoked', async (c, { id }) => {
      await groups.revoke(id, await readSpaceId(database, c.get('form')), actorOf(c))
    }),
    'GET /manage/groups/:id/delete': withGroup(async (c, group) =>
      group.id === 0
        ? showNotFound(c, show)
        : show(c, 200, `Delete ${group.name}`, deleteGroupPage(group, csrfField(c))),
    ),
    'POST /manage/groups/:id/delete': withGroup(async (c, group) => {
      await groups.delete(group.id, actorOf(c))
      return c.redirect('/manage/groups?done=deleted', 303)
    }),
  }
}

interface FormModel {
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

/** The built-in group of everybody has no name of its own. */
function nameOf({ id, name }: Group): string {
  return id === 0 ? 'Everybody signed in' : name
}

function groupsPage(model: FormModel & { groups: readonly Group[]; name: string }): Markup {
  const { groups, name, problem, notice, csrfField } = model
  const rows = groups.map((group) => [
    html`<a href="/manage/groups/${group.id}">${nameOf(group)}</a>`,
    counted(group.members, 'user'),
    html`<span class="long">${grantWords(group)}</span>`,
  ])
  return html`${pageHead('Groups')}
${noticeLine(notice)}
<p>A group gives its members access to spaces, beside what each was given. Groups of the OpenID provider are set up where the service is started.</p>
${dataTable('Groups', ['Name', 'Members', 'Access'], rows)}
<h2>Create a group</h2>
${errorLine(problem?.message)}
<form method="post" action="/manage/groups">${csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 100 })}
<button type="submit">Create the group</button></form>`
}

function grantWords({ grants, grantCount }: Group): string {
  if (grantCount === 0) return 'no space'
  const more = grantCount - grants.length
  const shown = grants.map(({ spaceKey, access }) => `${spaceKey} (${accessWords(access)})`)
  return [...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ')
}

interface GroupModel extends FormModel {
  readonly group: Group
  readonly matching: string | undefined
  readonly members: readonly string[]
  readonly part: ListPart
  readonly spaces: readonly Space[]
}

function groupPage(model: GroupModel): Markup {
  const { group, matching, spaces, problem, csrfField } = model
  const path = `/manage/groups/${group.id}`
  const rows = group.grants.map(({ spaceId, spaceKey, spaceName, access }) => [
    html`${spaceName} (${spaceKey})`,
    accessWords(access),
    html`<form class="row" method="post" action="${path}/revoke">${csrfField}<input type="hidden" name="spaceId" value="${spaceId}"><button class="quiet" type="submit">Revoke<span class="visually-hidden"> access to ${spaceName}</span></button></form>`,
  ])
  const more = group.grantCount - rows.length
  const found = { matching, after: undefined, next: more === 0 ? undefined : '' }
  const grants =
    rows.length === 0
      ? matching === undefined
        ? emptyState('No space yet', 'Give access below: all members have it from then on.')
        : noneFits('space', { path, label: 'All its spaces' })
      : dataTable('Access to spaces', ['Space', 'Access', 'Action'], rows)
  return html`${breadcrumb([{ path: '/manage/groups', label: 'Groups' }])}
<h1>${nameOf(group)}</h1>
${noticeLine(model.notice)}
${errorLine(problem?.message)}
<h2>Access to spaces</h2>
${findField(path, 'Find a space', found)}
${grants}
${more === 0 ? '' : html`<p>And ${more} more: find them by key or name.</p>`}
${spaces.length === 0 ? '' : grantForm({ path: `${path}/grant`, spaces, problem, csrfField })}
${group.id === 0 ? html`<h2>Members</h2><p>Everybody who has a user here: ${counted(group.members, 'user')} now. New users are in it from their first day on.</p>` : membersPart(model, path)}`
}

function membersPart(
  { group, members, part, problem, csrfField }: GroupModel,
  path: string,
): Markup {
  const rows = members.map((name) => [
    name,
    html`<form class="row" method="post" action="${path}/remove">${csrfField}<input type="hidden" name="name" value="${name}"><button class="quiet" type="submit">Remove<span class="visually-hidden"> ${name}</span></button></form>`,
  ])
  return html`<h2>Members</h2>
${rows.length === 0 ? emptyState('Nobody is in this group yet', 'Add a user below, who then has what the group may.') : dataTable('Members', ['Name', 'Action'], rows)}
${partLinks(path, part)}
<form method="post" action="${path}/add">${csrfField}
${textField({ name: 'name', label: 'User', value: '', problem, isRequired: true, maxLength: 100 })}
<button type="submit">Add to ${group.name}</button></form>
<p><a class="danger-link" href="${path}/delete">Delete this group</a></p>`
}

function deleteGroupPage(group: Group, csrfField: Markup): Markup {
  return html`<h1>Delete the group ${group.name}?</h1>
<p>Its ${counted(group.members, 'member')} ${group.members === 1 ? 'loses' : 'lose'} what only this group gave. Users stay, and what each was given.</p>
<form method="post">${csrfField}${formActions('Delete the group', { path: `/manage/groups/${group.id}`, label: 'Cancel' }, 'danger')}</form>`
}
