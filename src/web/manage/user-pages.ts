/** The list of users, and the page of one. @module */
import { html } from 'hono/html'
import type { GrantedSpace } from '../../auth/access.ts'
import type { OneTimeLink } from '../../auth/passwords/one-time-links.ts'
import type { User } from '../../auth/users.ts'
import { counted } from '../../base/visible-text.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { errorLine, type FormRefusal, textField } from '../components/form-fields.ts'
import { findField, type ListPart, partLinks } from '../components/list-part.ts'
import {
  breadcrumb,
  copyableBlock,
  dataTable,
  emptyState,
  formActions,
  noneFits,
  noticeLine,
  pageHead,
} from '../components/parts.ts'
import { dayOf, exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { accessWords, grantForm } from './access.ts'

interface UserModel {
  readonly user: User
  readonly access: readonly GrantedSpace[]
  readonly part: ListPart
  readonly spaces: readonly Space[]
  readonly sessions: number
  readonly hasSecondFactor: boolean
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

export function userPage(model: UserModel): Markup {
  const { user, problem, csrfField } = model
  return html`${breadcrumb([{ path: '/manage/users', label: 'Users' }])}
<h1>${user.name}</h1>
${noticeLine(model.notice)}
${errorLine(problem?.message)}
<dl class="facts"><dt>State</dt><dd>${stateBadge(user)}</dd>
<dt>Role</dt><dd>${user.isAdministrator ? 'Administrator' : 'User'}${user.isAdministratorByGroup ? ', by groups' : ''}</dd>
<dt>E-mail</dt><dd>${user.email}</dd>
<dt>Added</dt><dd>${dayOf(user.createdAt)}</dd></dl>
<p class="ways"><a href="/manage/users/${user.id}/change">Change name, e-mail or role</a></p>
<h2>Access to spaces</h2>
${user.isAdministrator ? html`<p>Administrators read and write in all spaces.</p>` : accessPart(model)}
<h2>Sign-in</h2>
${
  user.disabledAt === null
    ? signInPart(model)
    : html`<p>Disabled on ${dayOf(user.disabledAt)}. Enabling gives back the password, tokens that have not expired, and access to spaces.</p>
<form class="row" method="post" action="/manage/users/${user.id}/enable">${csrfField}<button type="submit">Enable this user</button></form>`
}
<p><a class="danger-link" href="/manage/users/${user.id}/delete">Delete this user</a></p>`
}

function signInPart({ user, sessions, hasSecondFactor, csrfField }: UserModel): Markup {
  const action = (name: string, label: string, isQuiet = true): Markup =>
    html`<form class="row" method="post" action="/manage/users/${user.id}/${name}">${csrfField}<button${isQuiet ? html` class="quiet"` : ''} type="submit">${label}</button></form>`
  return html`<p>A link to choose a password works once, for 7 days. Choosing one ends all sessions of this user.</p>
${action('link', 'Make a link', false)}
<p>Signed in on ${counted(sessions, 'device')}. Second factor: ${hasSecondFactor ? 'on' : 'off'}.</p>
${sessions > 0 ? action('end-sessions', 'Sign out everywhere') : ''}
${user.hasIdentity ? action('end-group-access', 'End access by groups, and sign out everywhere') : ''}
${hasSecondFactor ? action('remove-second-factor', 'Remove the second factor') : ''}
<p><a class="danger-link" href="/manage/users/${user.id}/disable">Disable this user</a></p>`
}

function accessPart({ user, access, part, spaces, problem, csrfField }: UserModel): Markup {
  const nameOf = ({ spaceName, spaceKey }: GrantedSpace): string => `${spaceName} (${spaceKey})`
  const rows = access.map((one) => [
    html`${nameOf(one)}`,
    html`${grantedWords(one)}`,
    one.byHand === null
      ? ''
      : html`<form class="row" method="post" action="/manage/users/${user.id}/revoke">${csrfField}<input type="hidden" name="spaceId" value="${one.spaceId}"><button class="quiet" type="submit">Revoke<span class="visually-hidden"> access to ${nameOf(one)}</span></button></form>`,
  ])
  const table =
    access.length === 0
      ? emptyState(
          'No space yet',
          `${user.name} sees no space before access is given, here or by a group.`,
        )
      : html`${dataTable('Access to spaces', ['Space', 'Access', 'Action'], rows)}
${partLinks(`/manage/users/${user.id}`, part)}`
  if (user.disabledAt !== null || spaces.length === 0) return table
  return html`${table}
${grantForm({ path: `/manage/users/${user.id}/grant`, spaces, problem, csrfField })}`
}

/** Access from a group ends with the group, so it is listed apart from what can be revoked here. */
function grantedWords({ access, byHand, byGroups }: GrantedSpace): string {
  if (byGroups === null) return accessWords(access)
  if (byHand === null) return `${accessWords(byGroups)}, by groups`
  return `${accessWords(byHand)}; by groups ${accessWords(byGroups)}`
}

export function disableUserPage(
  user: User,
  isSelf: boolean,
  problem: FormRefusal | undefined,
  csrfField: Markup,
): Markup {
  return html`<h1>Disable ${user.name}?</h1>
${errorLine(problem?.message)}
<p>${isSelf ? html`<strong>This is you: you will be signed out at once.</strong> ` : ''}Sessions end, tokens are refused from the next request on, and access is taken until the user is enabled again. Pages keep their author.</p>
<form method="post">${csrfField}${formActions('Disable the user', { path: `/manage/users/${user.id}`, label: 'Cancel' }, 'danger')}</form>`
}

export function deleteUserPage(
  user: User,
  isSelf: boolean,
  problem: FormRefusal | undefined,
  csrfField: Markup,
): Markup {
  return html`<h1>Delete ${user.name}?</h1>
${errorLine(problem?.message)}
<p>${isSelf ? html`<strong>This is you: you will be signed out at once.</strong> ` : ''}Name, e-mail address, password, sessions, tokens, second factor and access to spaces go. Pages stay, and name “a deleted user” as their author. <strong>There is no way back, but for a backup.</strong></p>
<p>Audit records from before keep the name until they lapse.</p>
<form method="post">${csrfField}${formActions('Delete the user', { path: `/manage/users/${user.id}`, label: 'Cancel' }, 'danger')}</form>`
}

export function passwordLinkPage(
  user: User,
  link: Pick<OneTimeLink, 'expiresAt'> & { address: string },
): Markup {
  return html`<h1>A link for ${user.name}</h1>
<p>It lets ${user.name} choose a password, once, until ${exactTime(link.expiresAt)}. Whoever has the link can use it: send it in a safe way. <strong>Copy it now: it is not shown again.</strong></p>
${copyableBlock('link', link.address, 'Link to choose a password', { isWrapped: true })}
<p class="ways"><a href="/manage/users/${user.id}">On to ${user.name}: access to spaces</a></p>`
}

const path = '/manage/users'
export const namedSpaces = 5

export function usersPage(
  users: readonly User[],
  part: ListPart,
  access: readonly GrantedSpace[],
  done: string | undefined,
): Markup {
  const rows = users.map((user) => [
    html`<a href="/manage/users/${user.id}">${user.name}</a><span class="hint">${user.email}</span>`,
    html`${user.isAdministrator ? 'Administrator' : 'User'}`,
    stateBadge(user),
    html`${summaryWords(user, access)}`,
  ])
  return html`${pageHead('Users', { path: '/manage/users/new', label: 'Add a user' })}
${noticeLine(done)}
${findField(path, 'Find a user by name or e-mail', part)}
${users.length === 0 ? noneFits('user', { path, label: 'All users' }) : dataTable('Users', ['Name', 'Role', 'State', 'Access'], rows)}
${partLinks(path, part)}`
}

function stateBadge({ disabledAt, hasPassword, hasIdentity }: User): Markup {
  if (disabledAt !== null) return html`<span class="badge badge-stop">Disabled</span>`
  return hasPassword || hasIdentity
    ? html`<span class="badge badge-good">Can sign in</span>`
    : html`<span class="badge badge-care">No password yet</span>`
}

function summaryWords(user: User, access: readonly GrantedSpace[]): string {
  if (user.isAdministrator) return 'all spaces'
  const own = access.filter(({ userId }) => userId === user.id)
  if (own.length === 0) return 'no space'
  const more = (own[0]?.total ?? 0) - own.length
  const shown = own.map((one) => `${one.spaceKey} (${one.access})`)
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export interface UserFields {
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
}

interface UserFormModel extends UserFields {
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

export function newUserPage(model: UserFormModel): Markup {
  return html`<h1>Add a user</h1>
<p>You get a link with which they choose a password, once.</p>
${errorLine(model.problem?.message)}
<form method="post">${userFields(model)}
<button type="submit">Add the user</button>
</form>`
}

export function changeUserPage(
  { id, name, isAdministratorByGroup }: User,
  model: UserFormModel,
): Markup {
  return html`<h1>Change ${name}</h1>
${errorLine(model.problem?.message)}
${isAdministratorByGroup ? html`<p>The role comes from a group of the provider: taken here, the next sign-in there gives it again.</p>` : ''}
<form method="post">${userFields(model)}
${formActions('Change the user', { path: `${path}/${id}`, label: 'Cancel' })}</form>`
}

function userFields({ name, email, isAdministrator, problem, csrfField }: UserFormModel): Markup {
  return html`${csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 100, hint: '1 to 100 characters, to sign in with.' })}
${textField({ name: 'email', label: 'E-mail (optional)', value: email, problem, type: 'email', maxLength: 254, hint: "Programs sign in to the wiki's own API with it." })}
<div class="choice"><input type="checkbox" id="isAdministrator" name="isAdministrator" value="yes"${isAdministrator ? html` checked` : ''} aria-describedby="administrator-hint"><label for="isAdministrator">Administrator</label>
<p class="hint" id="administrator-hint">Reads and writes everywhere, and manages users, spaces, tokens and the license.</p></div>`
}
