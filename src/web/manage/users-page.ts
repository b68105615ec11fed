/** The list of users, and the form to add one. @module */
import { html } from 'hono/html'
import type { SpaceAccess } from '../../auth/access.ts'
import type { User } from '../../auth/users.ts'
import type { Space } from '../../wiki/wiki.ts'
import type { Markup } from '../layout.ts'
import { type FormProblem, problemLine, textField } from './form-fields.ts'
import { dataTable, pageHead } from './parts.ts'

/**
 * List the users.
 * @param users All of them.
 * @param access What they were given.
 * @param spaces The spaces, for their keys.
 */
export function usersPage(
  users: readonly User[],
  access: readonly SpaceAccess[],
  spaces: readonly Space[],
): Markup {
  const rows = users.map((user) => [
    html`<a href="/manage/users/${user.id}">${user.name}</a>`,
    html`<span class="long">${user.email}</span>`,
    html`${user.isAdministrator ? 'Administrator' : 'User'}`,
    stateBadge(user),
    html`${accessWords(user, access, spaces)}`,
  ])
  return html`${pageHead('Users', { path: '/manage/users/new', label: 'Add a user' })}
${dataTable('Users', ['Name', 'E-mail', 'Role', 'State', 'Access'], rows)}`
}

/**
 * Show whether a user can sign in.
 * @param user The user.
 */
export function stateBadge({ disabledAt, hasPassword }: User): Markup {
  if (disabledAt !== null) return html`<span class="badge badge-stop">Disabled</span>`
  return hasPassword
    ? html`<span class="badge badge-good">Can sign in</span>`
    : html`<span class="badge badge-care">No password yet</span>`
}

const maxShown = 5

function accessWords(user: User, access: readonly SpaceAccess[], spaces: readonly Space[]): string {
  if (user.isAdministrator) return 'all spaces'
  const keys = new Map(spaces.map(({ id, key }) => [id, key]))
  const own = access.filter(({ userId }) => userId === user.id)
  if (own.length === 0) return 'no space'
  const shown = own
    .slice(0, maxShown)
    .map((one) => `${keys.get(String(one.spaceId)) ?? one.spaceId} (${one.access})`)
  return `${shown.join(', ')}${own.length > maxShown ? ` and ${own.length - maxShown} more` : ''}`
}

export interface NewUserModel {
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly problem: FormProblem | undefined
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
${problemLine(problem)}
<form method="post">${model.csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 100, hint: '1 to 100 characters, to sign in with.' })}
${textField({ name: 'email', label: 'E-mail (optional)', value: email, problem, type: 'email', maxLength: 254, hint: "Programs sign in to the wiki's own API with it." })}
<div class="choice"><input type="checkbox" id="isAdministrator" name="isAdministrator" value="yes"${isAdministrator ? html` checked` : ''} aria-describedby="administrator-hint"><label for="isAdministrator">Administrator</label>
<p class="hint" id="administrator-hint">Reads and writes everywhere, and manages users, spaces, tokens and the license.</p></div>
<button type="submit">Add the user</button>
</form>`
}
