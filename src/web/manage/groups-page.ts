/** The list of groups, and one of them: its members, and what it may do. @module */
import { html } from 'hono/html'
import type { Group } from '../../auth/groups.ts'
import { counted } from '../../base/visible-text.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { errorLine, type FormRefusal, textField } from '../components/form-fields.ts'
import { findField, type ListPart, partLinks } from '../components/list-part.ts'
import { breadcrumb, dataTable, formActions, noticeLine, pageHead } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { accessWords, grantForm } from './access-fields.ts'

interface FormModel {
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

/** Everybody is no name that somebody gave. */
function nameOf({ id, name }: Group): string {
  return id === 0 ? 'Everybody signed in' : name
}

/**
 * List groups.
 * @param model The groups, and what was typed as the name of another one.
 */
export function groupsPage(model: FormModel & { groups: readonly Group[]; name: string }): Markup {
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

export interface GroupModel extends FormModel {
  /** With a part of its spaces. */
  readonly group: Group
  /** What was looked for among its spaces. */
  readonly matching: string | undefined
  /** Names of a part of its members. */
  readonly members: readonly string[]
  readonly part: ListPart
  /** Spaces to choose from; one more than a menu may have is enough. */
  readonly spaces: readonly Space[]
}

/**
 * Show a group.
 * @param model The group, with members and spaces.
 */
export function groupPage(model: GroupModel): Markup {
  const { group, matching, spaces, problem, csrfField } = model
  const path = `/manage/groups/${group.id}`
  const rows = group.grants.map(({ spaceId, spaceKey, spaceName, access }) => [
    html`${spaceName} (${spaceKey})`,
    accessWords(access),
    html`<form class="row" method="post" action="${path}/revoke">${csrfField}<input type="hidden" name="spaceId" value="${spaceId}"><button class="quiet" type="submit">Revoke<span class="visually-hidden"> access to ${spaceName}</span></button></form>`,
  ])
  const more = group.grantCount - rows.length
  const found = { matching, after: undefined, next: more === 0 ? undefined : '' }
  const none = matching === undefined ? 'has no access to any space' : 'may nothing in such a space'
  const grants =
    rows.length === 0
      ? html`<p class="empty">This group ${none}.</p>`
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
${rows.length === 0 ? html`<p class="empty">Nobody is in this group yet.</p>` : dataTable('Members', ['Name', 'Action'], rows)}
${partLinks(path, part)}
<form method="post" action="${path}/add">${csrfField}
${textField({ name: 'name', label: 'User', value: '', problem, isRequired: true, maxLength: 100 })}
<button type="submit">Add to ${group.name}</button></form>
<p><a class="danger-link" href="${path}/delete">Delete this group</a></p>`
}

/**
 * Ask before a group is deleted.
 * @param group The group.
 * @param csrfField The form's token.
 */
export function deleteGroupPage(group: Group, csrfField: Markup): Markup {
  return html`<h1>Delete the group ${group.name}?</h1>
<p>Its ${counted(group.members, 'member')} ${group.members === 1 ? 'loses' : 'lose'} what only this group gave. Users stay, and what each was given.</p>
<form method="post">${csrfField}${formActions('Delete the group', { path: `/manage/groups/${group.id}`, label: 'Cancel' }, 'danger')}</form>`
}
