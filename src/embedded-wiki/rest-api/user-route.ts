/** The route that names users: whoever reads a space that the caller reads too. @module */
import { usersAround } from '../../auth/access-conditions.ts'
import { parseId } from '../../database/ids.ts'
import { isAnyOf, sql } from '../../database/sql.ts'
import { type ApiRoute, apiRoute } from './api-route.ts'
import { invalidRequest } from './host-api-error.ts'
import { answerResults } from './paging.ts'
import { maxListed } from './parameters.ts'

export const userRoute: ApiRoute = apiRoute({
  method: 'POST',
  path: '/users-bulk',
  name: 'createBulkUserLookup',
  summary: 'Name users, by the ids that versions have of their authors',
  readsOnly: true,
  body: 'UserIds',
  gives: 'Users',
  async answer({ c, holder, database, baseUrl }) {
    const ids = readIds(c.get('body'))
    const rows = await database.read<UserRow>(sql`
      select u.id, u.name, u.disabled_at from users u
      where ${isAnyOf(sql`u.id`, ids)} and u.deleted_at is null
        and (u.id = ${holder.userId} or u.id in (${usersAround(ids, holder)}))
      order by u.id`)
    return answerResults(c, rows.map(userShape), undefined, baseUrl())
  },
})

interface UserRow {
  readonly id: number
  readonly name: string
  readonly disabled_at: number | null
}

/** Addresses of people are not told. */
function userShape({ id, name, disabled_at: disabledAt }: UserRow) {
  return {
    accountId: String(id),
    accountType: 'atlassian',
    accountStatus: disabledAt === null ? 'active' : 'inactive',
    displayName: name,
    publicName: name,
    email: '',
  }
}

/** As long as the longest list of ids is, and some space between. */
const maxBytes = 16 * 1024

function readIds(body: Uint8Array): number[] {
  const asked = body.length > maxBytes ? undefined : parseIds(Buffer.from(body).toString())
  if (asked !== undefined && asked.length <= maxListed && asked.every(isText)) {
    return asked.flatMap((id) => parseId(id) ?? [])
  }
  throw invalidRequest(`The body must be {"accountIds": […]}, with at most ${maxListed} texts.`)
}

function parseIds(text: string): unknown[] | undefined {
  try {
    const { accountIds } = JSON.parse(text)
    return Array.isArray(accountIds) ? accountIds : undefined
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
