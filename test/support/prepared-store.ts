/** A store with a space and a token, filled as an administrator's commands would. @module */
import { spaceAccess } from '../../src/accounts/access.ts'
import { firstAdministrator, initializeStore } from '../../src/accounts/initialize-store.ts'
import { oneTimeLinks } from '../../src/accounts/passwords/one-time-links.ts'
import { passwords } from '../../src/accounts/passwords/passwords.ts'
import type { AccessLevel } from '../../src/accounts/reader.ts'
import { apiTokens, type NewApiTokenText } from '../../src/accounts/tokens/api-tokens.ts'
import { hostTokens } from '../../src/accounts/tokens/host-tokens.ts'
import { type User, users } from '../../src/accounts/users.ts'
import type { Database } from '../../src/store/database.ts'
import { type IdAllocator, idAllocator } from '../../src/store/ids.ts'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import type { Space } from '../../src/wiki/import/target-wiki.ts'
import { createSpace } from '../../src/wiki/store/create-space.ts'
import { openTestDatabase } from './store/shared-writer.ts'

export interface PreparedStore {
  readonly database: Database
  readonly ids: IdAllocator
  readonly space: Space
  readonly token: string
  createToken(
    name: string,
    options?: {
      owner?: string
      lifetimeMs?: number
      spaces?: readonly string[]
      sources?: readonly string[]
      isCreateOnly?: boolean
      isPreviewOnly?: boolean
    },
  ): Promise<NewApiTokenText>
  createHostToken(
    name: string,
    options?: { owner?: string; spaces?: readonly string[] | undefined },
  ): ReturnType<ReturnType<typeof hostTokens>['create']>
  createSpace(key: string): Promise<Space>
  createUser(name: string, options?: { isAdministrator?: boolean }): Promise<User>
  /** The path of a link by which the user chooses a password. */
  createLink(user: User): Promise<string>
  grant(user: User, space: Space, access: AccessLevel): Promise<void>
  revoke(user: User, space: Space): Promise<void>
}

export const userPassword = 'correct horse battery staple'

/** The hash at argon2id's least cost, so that signing in is fast. */
const userPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiB0aGUgdGVzdA$N8NTmY/jT7o33HSUjfPv6N/WoJu7hIQXyQVp83Eq9EA'

export const dayMs: number = 24 * 60 * 60 * 1000

export async function prepareStore(
  store: DatabaseOptions,
  clock: () => Date = () => new Date(),
): Promise<PreparedStore> {
  const database = await openTestDatabase(store)
  const ids = idAllocator(database)
  await initializeStore({ database, ids, clock })
  const keeper = users(
    { database, ids, clock },
    { ...passwords(), hash: async () => userPasswordHash },
  )
  const userId = ((await keeper.findByName(firstAdministrator)) as User).id
  const tokens = apiTokens({ database, ids, clock })
  const makeSpace = (key: string): Promise<Space> =>
    createSpace({ database, ids, clock }, { key, name: `Space ${key}`, userId })
  const createToken: PreparedStore['createToken'] = (name, options = {}) =>
    tokens.create({ name, owner: 'admin', lifetimeMs: dayMs, createdBy: 'admin', ...options })
  const space = await makeSpace('DOCS')
  const { token } = await createToken('first-token')
  const readers = hostTokens({ database, ids, clock })
  const links = oneTimeLinks({ database, ids, clock }, passwords())
  const access = spaceAccess({ database, ids, clock })
  return {
    database,
    ids,
    space,
    token,
    createToken,
    createHostToken: (name, { owner = 'admin', spaces } = {}) =>
      readers.create({ name, owner, spaces, lifetimeMs: dayMs, createdBy: 'test' }),
    createSpace: makeSpace,
    createUser: (name, { isAdministrator = false } = {}) =>
      keeper.create({ name, isAdministrator, password: userPassword, createdBy: 'test' }),
    createLink: async ({ id }) => `/choose-password/${(await links.create(id, 'test')).code}`,
    grant: (user, { id }, level) => access.grant(user.id, Number(id), level, 'test'),
    revoke: (user, { id }) => access.revoke(user.id, Number(id), 'test'),
  }
}
