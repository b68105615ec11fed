/** Access to spaces: the forms that grant it, and the page that lists it. @module */
import { html } from 'hono/html'
import { type AccessReason, type EffectiveAccess, listEffectiveAccess } from '../../auth/access.ts'
import type { AccessLevel } from '../../auth/reader.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { findSpace, listSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  type FormRefusal,
  fieldText,
  maxChoices,
  selectField,
  spaceField,
  textField,
} from '../components/form-fields.ts'
import { cutPart, entriesPerPage, readListPart } from '../components/list-part.ts'
import { dataTable, emptyState, pageHead } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { FormFields } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

export function accessWords(level: AccessLevel): string {
  return level === 'write' ? 'read and write' : 'read'
}

export function grantForm(form: {
  readonly path: string
  readonly spaces: readonly Space[]
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}): Markup {
  const { path, spaces, problem, csrfField } = form
  return html`<h3>Give access</h3>
<form method="post" action="${path}">${csrfField}
${spaceField({ name: 'spaceId', label: 'Space', value: '', problem }, spaces)}
${selectField(
  { name: 'access', label: 'Access', value: 'read', problem },
  (['read', 'write'] as const).map((level) => [level, accessWords(level)] as const),
)}
<button type="submit">Give access</button>
</form>`
}

/** @throws {RequestError} `bad-request` when there is no such space. */
export async function readSpaceId(database: Database, form: FormFields): Promise<number> {
  const space = await findSpace(database, fieldText(form, 'spaceId'))
  if (space === undefined) {
    throw new RequestError('bad-request', 'spaceId must be that of a space.', { field: 'spaceId' })
  }
  return Number(space.id)
}

/** @throws {RequestError} `bad-request` for anything else than `read` and `write`. */
export function readAccessLevel(form: FormFields): AccessLevel {
  const level = fieldText(form, 'access')
  if (level === 'read' || level === 'write') return level
  throw new RequestError('bad-request', 'access must be read or write.', { field: 'access' })
}

const path = '/manage/access'

export function accessRoutes({ database, show }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/access': async (c) => {
      const asked = readListPart(c.req.query())
      const space = (c.req.query('space') ?? '').trim()
      const spaceId =
        space === '' ? undefined : Number((await findSpace(database, space))?.id ?? -1)
      const limit = entriesPerPage + 1
      const found = await listEffectiveAccess(database, { ...asked, spaceId, limit })
      const { shown, part } = cutPart(found, asked, ({ place }) => place)
      const spaces = await listSpaces(database, { limit: maxChoices + 1 })
      const main = accessPage({ shown, find: part.matching ?? '', space, spaces, next: part.next })
      return show(c, 200, 'Access', main, { isWide: true })
    },
  }
}

interface AccessModel {
  readonly shown: readonly EffectiveAccess[]
  readonly find: string
  readonly space: string
  readonly spaces: readonly Space[]
  readonly next: string | undefined
}

function accessPage({ shown, find, space, spaces, next }: AccessModel): Markup {
  const rows = shown.map(({ userId, userName, space: where, access, reasons }) => [
    html`<a href="/manage/users/${userId}">${userName}</a>`,
    where === undefined ? 'All spaces' : `${where.name} (${where.key})`,
    accessWords(access),
    html`<span class="long">${reasons.map(reasonWords).join(', ')}</span>`,
  ])
  const more = new URLSearchParams({ find, space, after: next ?? '' })
  const field = { problem: undefined }
  return html`${pageHead('Access')}
<p>What each person may, and why. Who has several reasons may do the most of them. Disabled users may nothing.</p>
<form class="filters" method="get" role="search" aria-label="Choose people and spaces">
<div>${textField({ ...field, name: 'find', label: 'Person', value: find, maxLength: 100 })}</div>
<div>${spaceField({ ...field, name: 'space', label: 'Space', value: space }, spaces, 'any')}</div>
<div><button type="submit">Show</button></div></form>
${rows.length === 0 ? emptyState('Nobody who fits may anything', 'Access is given to users, one by one or by groups.', { path: '/manage/users', label: 'Users', isQuiet: true }) : dataTable('Access', ['Person', 'Space', 'May', 'Why'], rows)}
${next === undefined ? '' : html`<nav class="pager" aria-label="Parts of the list"><a href="${path}?${more}" rel="next">Next</a></nav>`}`
}

const reasonNames = {
  administrator: 'administrator',
  everybody: 'everybody signed in',
  hand: 'given by hand',
  provider: 'groups of the OpenID provider',
} as const

function reasonWords({ kind, name, access }: AccessReason): string {
  const what = kind === 'group' ? `group ${name}` : reasonNames[kind]
  return kind === 'administrator' ? what : `${what}: ${accessWords(access)}`
}
