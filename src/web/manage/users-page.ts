/** The list of users, and the form to add one. @module */
import { html } from 'hono/html'
import type { GrantedSpace } from '../../auth/access.ts'
import type { User } from '../../auth/users.ts'
import { errorLine, type FormRefusal, textField } from '../components/form-fields.ts'
import { findField, type ListPart, partLinks } from '../components/list-part.ts'
import { dataTable, noticeLine, pageHead } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'

const path = '/manage/users'
/** So many spaces of each user are named. */
export const namedSpaces = 5

/**
 * List the users.
 * @param users A part of them.
 * @param part Which.
 * @param access The first spaces that they were given.
 * @param done What was done before.
 */
export function usersPage(
  users: readonly User[],
  part: ListPart,
  access: readonly GrantedSpace[],
  done: string | undefined,
): Markup {
  const rows = users.map((user) => [
    html`<a href="/manage/users/${user.id}">${user.name}</a>`,
    html`<span class="long">${user.email}</span>`,
    html`${user.isAdministrator ? 'Administrator' : 'User'}`,
    stateBadge(user),
    html`${accessWords(user, access)}`,
  ])
  return html`${pageHead('Users', { path: '/manage/users/new', label: 'Add a user' })}
${noticeLine(done)}
${findField(path, 'Find a user by name or e-mail', part)}
${users.length === 0 ? html`<p class="empty">No user fits.</p>` : dataTable('Users', ['Name', 'E-mail', 'Role', 'State', 'Access'], rows)}
${partLinks(path, part)}`
}

/**
 * Show whether a user can sign in.
 * @param user The user.
 */
export function stateBadge({ disabledAt, hasPassword, hasIdentity }: User): Markup {
  if (disabledAt !== null) return html`<span class="badge badge-stop">Disabled</span>`
  return hasPassword || hasIdentity
    ? html`<span class="badge badge-good">Can sign in</span>`
    : html`<span class="badge badge-care">No password yet</span>`
}

function accessWords(user: User, access: readonly GrantedSpace[]): string {
  if (user.isAdministrator) return 'all spaces'
  const own = access.filter(({ userId }) => userId === user.id)
  if (own.length === 0) return 'no space'
  const more = (own[0]?.total ?? 0) - own.length
  const shown = own.map((one) => `${one.spaceKey} (${one.access})`)
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export interface NewUserModel {
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

/**
 * Show the form to add a user.
 * @param model What was typed, and what was wrong with it.
 */
export function newUserPage(model: NewUserModel): Markup {
  const { name, email, isAdministrator, problem } = model
  return html`<h1>Add a user</h1>
<p>You get a link with which they choose a password, once.</p>
${errorLine(problem?.message)}
<form method="post">${model.csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 100, hint: '1 to 100 characters, to sign in with.' })}
${textField({ name: 'email', label: 'E-mail (optional)', value: email, problem, type: 'email', maxLength: 254, hint: "Programs sign in to the wiki's own API with it." })}
<div class="choice"><input type="checkbox" id="isAdministrator" name="isAdministrator" value="yes"${isAdministrator ? html` checked` : ''} aria-describedby="administrator-hint"><label for="isAdministrator">Administrator</label>
<p class="hint" id="administrator-hint">Reads and writes everywhere, and manages users, spaces, tokens and the license.</p></div>
<button type="submit">Add the user</button>
</form>`
}
