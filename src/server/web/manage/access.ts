/** Forms that grant and revoke access to spaces. @module */
import { html } from 'hono/html'
import type { AccessLevel } from '../../../accounts/reader.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Database } from '../../../store/database.ts'
import { findSpace } from '../../../wiki/import/spaces.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import { type FormRefusal, fieldText, readChoice, spaceSpec } from '../components/form-fields.ts'
import { actionForm, inlineForm } from '../components/page-schemes.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'

const levels = ['read', 'write'] as const

export function accessWords(level: AccessLevel): string {
  return level === 'write' ? 'read and write' : 'read'
}

/** @param path The page of the user or group. */
export function grantForm(
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
${inlineForm(`${path}/grant`, { fields, button: 'Give access', refusal })}`
}

export function revokeForm(path: string, spaceId: number, name: string): Markup {
  const label = html`Revoke<span class="visually-hidden"> access to ${name}</span>`
  return actionForm(`${path}/revoke`, label, { fields: { spaceId: String(spaceId) } })
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
