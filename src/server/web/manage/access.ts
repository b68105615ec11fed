/** Forms that grant and revoke access to spaces. @module */
import { html } from 'hono/html'
import type { Actor } from '../../../accounts/audit.ts'
import type { AccessLevel } from '../../../accounts/reader.ts'
import { wrongField } from '../../../contract/errors.ts'
import type { Database } from '../../../store/database.ts'
import { findSpace, listSpaces } from '../../../wiki/import/spaces.ts'
import type { ServiceParts } from '../../service/compose.ts'
import {
  type FormRefusal,
  fieldText,
  maxChoices,
  readChoice,
  spaceSpec,
} from '../components/form-fields.ts'
import { type Actions, actionForm, inlineForm } from '../components/page-schemes.ts'
import { tableOf } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { actorOf, type FormFields, type PageContext } from '../pages.ts'

const levels = ['read', 'write'] as const

export function accessWords(level: AccessLevel): string {
  return level === 'write' ? 'read and write' : 'read'
}

interface ShownGrant {
  readonly spaceId: number
  readonly spaceKey: string
  readonly spaceName: string
}

export function accessTable<Grant extends ShownGrant>(
  path: string,
  grants: readonly Grant[],
  words: (grant: Grant) => string,
  isRevocable: (grant: Grant) => boolean = () => true,
): Markup {
  const nameOf = ({ spaceName, spaceKey }: Grant): string => `${spaceName} (${spaceKey})`
  const revokeForm = (grant: Grant): Markup => {
    const label = html`Revoke<span class="visually-hidden"> access to ${nameOf(grant)}</span>`
    return actionForm(`${path}/revoke`, label, { fields: { spaceId: String(grant.spaceId) } })
  }
  return tableOf(
    'Access to spaces',
    [
      ['Space', nameOf],
      ['Access', words],
      ['Action', (grant) => (isRevocable(grant) ? revokeForm(grant) : '')],
    ],
    grants,
  )
}

/** @param path The page of the user or group. */
export async function grantForm(
  c: PageContext,
  path: string,
  database: Database,
  refusal: FormRefusal | undefined,
): Promise<Markup> {
  const spaces = await listSpaces(database, { limit: maxChoices + 1 })
  if (spaces.length === 0) return html``
  const choices = levels.map((level) => [level, accessWords(level)] as const)
  const fields = [
    spaceSpec({ name: 'spaceId', label: 'Space' }, spaces),
    { name: 'access', label: 'Access', choices },
  ]
  return html`<h3>Give access</h3>
${inlineForm(c, { action: `${path}/grant`, fields, button: 'Give access', refusal })}`
}

export const accessNotices = { granted: 'Access is given.', revoked: 'Access is revoked.' } as const

interface AccessWork {
  grant(spaceId: number, level: AccessLevel, actor: Actor): Promise<unknown>
  revoke(spaceId: number, actor: Actor): Promise<unknown>
}

/** The actions behind the forms of `grantForm` and `accessTable`. */
export function accessActions<Item>(
  workFor: (item: Item, dependencies: ServiceParts) => AccessWork,
): Actions<Item> {
  return {
    grant: [
      'granted',
      async (c, dependencies, item) => {
        const form = c.get('form')
        const spaceId = await readSpaceId(dependencies.database, form)
        const level = readChoice(form, 'access', levels)
        await workFor(item, dependencies).grant(spaceId, level, actorOf(c))
      },
    ],
    revoke: [
      'revoked',
      async (c, dependencies, item) => {
        const spaceId = await readSpaceId(dependencies.database, c.get('form'))
        await workFor(item, dependencies).revoke(spaceId, actorOf(c))
      },
    ],
  }
}

async function readSpaceId(database: Database, form: FormFields): Promise<number> {
  const space = await findSpace(database, fieldText(form, 'spaceId'))
  if (space === undefined) {
    throw wrongField('spaceId', 'spaceId must be that of a space.')
  }
  return Number(space.id)
}
