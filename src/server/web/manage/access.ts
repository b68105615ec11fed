/** Access to spaces: forms that grant and revoke it, and its list. @module */
import { html } from 'hono/html'
import {
  type AccessReason,
  type EffectiveAccess,
  listEffectiveAccess,
} from '../../../accounts/access.ts'
import type { AccessLevel } from '../../../accounts/reader.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Database } from '../../../store/database.ts'
import { findSpace, listSpaces } from '../../../wiki/import/spaces.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import {
  type FormRefusal,
  fieldText,
  maxChoices,
  readChoice,
  spaceSpec,
} from '../components/form-fields.ts'
import {
  cutPart,
  entriesPerPage,
  filterForm,
  partLinks,
  readListPart,
} from '../components/list-part.ts'
import { actionForm, inlineForm } from '../components/page-schemes.ts'
import { type Column, emptyState, pageHead, tableOf } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { PageContext, Pages } from '../pages.ts'
import type { FormFields } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

const levels = ['read', 'write'] as const

export function accessWords(level: AccessLevel): string {
  return level === 'write' ? 'read and write' : 'read'
}

/** @param path The page of the user or group. */
export function grantForm(
  c: PageContext,
  path: string,
  spaces: readonly Space[],
  refusal: FormRefusal | undefined,
): Markup {
  if (spaces.length === 0) return html``
  const choices = levels.map((level) => [level, accessWords(level)] as const)
  const fields = [
    spaceSpec({ name: 'spaceId', label: 'Space' }, spaces),
    { name: 'access', label: 'Access', choices },
  ]
  return html`<h3>Give access</h3>
${inlineForm(c, `${path}/grant`, { fields, button: 'Give access', refusal })}`
}

export function revokeForm(c: PageContext, path: string, spaceId: number, name: string): Markup {
  const label = html`Revoke<span class="visually-hidden"> access to ${name}</span>`
  return actionForm(c, `${path}/revoke`, label, { fields: { spaceId: String(spaceId) } })
}

export async function readSpaceId(database: Database, form: FormFields): Promise<number> {
  const space = await findSpace(database, fieldText(form, 'spaceId'))
  if (space === undefined) {
    throw new RequestError('bad-request', 'spaceId must be that of a space.', { field: 'spaceId' })
  }
  return Number(space.id)
}

export function readAccessLevel(form: FormFields): AccessLevel {
  return readChoice(form, 'access', levels)
}

const path = '/manage/access'
const noAccess = [
  'Nobody who fits may anything',
  'Access is given to users, one by one or by groups.',
  { path: '/manage/users', label: 'Users', isQuiet: true },
] as const

export const accessPages: Pages<ManageDependencies> = {
  [`GET ${path}`]: {
    who: 'administrators',
    settings: { group: 'Administration', label: 'Access', icon: 'eye' },
    answer: async (c, { database, show }) => {
      const position = readListPart(c.req.query())
      const space = (c.req.query('space') ?? '').trim()
      const spaceId =
        space === '' ? undefined : Number((await findSpace(database, space))?.id ?? -1)
      const limit = entriesPerPage + 1
      const rows = await listEffectiveAccess(database, { ...position, spaceId, limit })
      const { entries, part } = cutPart(rows, position, ({ place }) => place)
      const spaces = await listSpaces(database, { limit: maxChoices + 1 })
      const fields = [
        { name: 'find', label: 'Person', maxLength: 100 },
        spaceSpec({ name: 'space', label: 'Space' }, spaces, 'any'),
      ]
      const main = html`${pageHead('Access')}
<p>What each person may, and why. With several reasons, the widest right counts. Disabled users may nothing.</p>
${filterForm('Choose people and spaces', fields, { find: part.matching ?? '', space })}
${entries.length === 0 ? emptyState(...noAccess) : tableOf('Access', columns, entries)}
${partLinks(path, part, { space })}`
      return show(c, 200, 'Access', main, { isWide: true })
    },
  },
}

const columns: readonly Column<EffectiveAccess>[] = [
  ['Person', ({ userId, userName }) => html`<a href="/manage/users/${userId}">${userName}</a>`],
  ['Space', ({ space }) => (space === undefined ? 'All spaces' : `${space.name} (${space.key})`)],
  ['May', ({ access }) => accessWords(access)],
  ['Why', ({ reasons }) => html`<span class="long">${reasons.map(reasonWords).join(', ')}</span>`],
]

const reasonNames = {
  administrator: 'administrator',
  everybody: 'everybody signed in',
  hand: 'given by hand',
  provider: 'groups of the OpenID provider',
} as const

function reasonWords({ kind, name, access }: AccessReason): string {
  const source = kind === 'group' ? `group ${name}` : reasonNames[kind]
  return kind === 'administrator' ? source : `${source}: ${accessWords(access)}`
}
