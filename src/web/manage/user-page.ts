/** One user: state, access to spaces, link to choose a password. @module */
import { html } from 'hono/html'
import type { GrantedSpace } from '../../auth/access.ts'
import type { OneTimeLink } from '../../auth/passwords/one-time-links.ts'
import type { User } from '../../auth/users.ts'
import { counted } from '../../base/visible-text.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { copyableBlock } from '../components/copyable.ts'
import { errorLine, type FormRefusal } from '../components/form-fields.ts'
import { type ListPart, partLinks } from '../components/list-part.ts'
import { breadcrumb, dataTable, formActions, noticeLine } from '../components/parts.ts'
import { dayOf, exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { accessWords, grantForm } from './access-fields.ts'
import { stateBadge } from './users-page.ts'

export interface UserModel {
  readonly user: User
  /** A part of what this user was given. */
  readonly access: readonly GrantedSpace[]
  readonly part: ListPart
  /** Spaces to choose from; one more than a menu may have is enough. */
  readonly spaces: readonly Space[]
  /** How many sessions they have. */
  readonly sessions: number
  readonly hasSecondFactor: boolean
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

/**
 * Show a user.
 * @param model The user, with access and spaces.
 */
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
      ? html`<p class="empty">This user has no access to any space.</p>`
      : html`${dataTable('Access to spaces', ['Space', 'Access', 'Action'], rows)}
${partLinks(`/manage/users/${user.id}`, part)}`
  if (user.disabledAt !== null || spaces.length === 0) return table
  return html`${table}
${grantForm({ path: `/manage/users/${user.id}/grant`, spaces, problem, csrfField })}`
}

/** What groups gave goes when the groups do, so it is told apart from what can be revoked. */
function grantedWords({ access, byHand, byGroups }: GrantedSpace): string {
  if (byGroups === null) return accessWords(access)
  if (byHand === null) return `${accessWords(byGroups)}, by groups`
  return `${accessWords(byHand)}; by groups ${accessWords(byGroups)}`
}

/**
 * Ask before a user is disabled.
 * @param user The user.
 * @param isSelf Whether the administrator would shut out themselves.
 * @param problem Why it was refused.
 * @param csrfField The form's token.
 */
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

/**
 * Ask before a user is deleted.
 * @param user The user.
 * @param isSelf Whether the administrator would take themselves away.
 * @param problem Why it was refused.
 * @param csrfField The form's token.
 */
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

/**
 * Show a link to choose a password, this once.
 * @param user Whose password.
 * @param link The link's address and end.
 */
export function passwordLinkPage(
  user: User,
  link: Pick<OneTimeLink, 'expiresAt'> & { address: string },
): Markup {
  return html`<h1>A link for ${user.name}</h1>
<p>It lets ${user.name} choose a password, once, until ${exactTime(link.expiresAt)}. Whoever has the link can use it: send it in a safe way. <strong>Copy it now: it is not shown again.</strong></p>
${copyableBlock('link', link.address, 'Link to choose a password', { isWrapped: true })}
<p><a href="/manage/users/${user.id}">On to ${user.name}: access to spaces</a></p>`
}
