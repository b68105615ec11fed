/** What forms that give access have: a space, and what may be done there. @module */
import { html } from 'hono/html'
import type { AccessLevel } from '../../auth/access.ts'
import { RequestError } from '../../base/errors.ts'
import type { Database } from '../../database/database.ts'
import { findSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { type FormRefusal, fieldText, selectField, spaceField } from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'

/**
 * Say what may be done.
 * @param level What was given.
 */
export function accessWords(level: AccessLevel): string {
  return level === 'write' ? 'read and write' : 'read'
}

/**
 * Make the form.
 * @param form Where it is sent, and the spaces to choose from.
 */
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

/**
 * Read the space of the form.
 * @param database The store.
 * @param form The form.
 * @throws {RequestError} `bad-request` when there is no such space.
 */
export async function readSpaceId(database: Database, form: FormFields): Promise<number> {
  const space = await findSpace(database, fieldText(form, 'spaceId'))
  if (space === undefined) {
    throw new RequestError('bad-request', 'spaceId must be that of a space.', { field: 'spaceId' })
  }
  return Number(space.id)
}

/**
 * Read what may be done.
 * @param form The form.
 * @throws {RequestError} `bad-request` for anything else than `read` and `write`.
 */
export function readAccessLevel(form: FormFields): AccessLevel {
  const level = fieldText(form, 'access')
  if (level === 'read' || level === 'write') return level
  throw new RequestError('bad-request', 'access must be read or write.', { field: 'access' })
}
