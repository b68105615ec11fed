/** Adds, lists and removes followed repositories. @module */
import { randomBytes } from 'node:crypto'
import { type Actor, type AuditedStore, auditedChanges, type Clock } from '../../accounts/audit.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { RequestError, wrongField } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { openSecret, sealSecret } from '../../store/secrets.ts'
import { sql } from '../../store/sql.ts'
import { type Check, check, wrong } from '../../store/store-checks.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import {
  deleteRepository,
  type FollowRun,
  insertRepository,
  noRepository,
  parseRuns,
  type RunKind,
  requestRun,
} from './follow-changes.ts'
import { checkBranch, findGit, type RepositoryCredentials } from './git.ts'
import {
  parseBranch,
  parseFolder,
  parseRepository,
  type RepositoryAddress,
  refusePrivateHost,
} from './repository-address.ts'

export interface NewRepository {
  readonly space: string
  readonly repository: string
  readonly branch: string
  readonly folder: string
  /** The page above the imported ones; by default the homepage of the space. */
  readonly parentId?: string | undefined
  readonly everyMs: number
  readonly credentials: RepositoryCredentials
  readonly userId: number
  readonly allowsPrivate: boolean
}

export interface FollowedRepository {
  readonly id: string
  readonly space: string
  readonly repository: string
  readonly branch: string
  readonly folder: string
  readonly parentId: string
  readonly everyMs: number
  readonly userName: string
  readonly isRunning: boolean
  readonly runs: readonly FollowRun[]
}

export interface RepositorySecrets extends RepositoryCredentials {
  /** The secret that signs webhooks. */
  readonly hook: string
}

const minEveryMs = 60_000
const maxEveryMs = 365 * 24 * 60 * 60_000
const maxSecretLength = 64 * 1024

export function followedRepositories(store: AuditedStore) {
  const { database, ids, clock } = store
  const change = auditedChanges(store)
  return {
    /**
     * Adds a repository without using the network; the first run begins soon after.
     * @throws {RequestError} `bad-request`, `already-exists`, or `not-found` for the space.
     * @throws {RunError} When there is no Git.
     */
    async add(repository: NewRepository, addedBy: Actor): Promise<{ id: string; secret: string }> {
      const { everyMs, userId, credentials, space: spaceKey, allowsPrivate } = repository
      const address = parseRepository(repository.repository)
      refusePrivateHost(address, allowsPrivate)
      const branch = parseBranch(repository.branch)
      const folder = parseFolder(repository.folder)
      checkCredentials(address, credentials)
      if (hasCredentials(credentials) && database.secretKeys.length === 0) {
        throw wrongField(
          'token',
          'Tokens and keys of repositories are kept encrypted alone: give the secret key of the store with --secret-key-file or MARKPORT_SECRET_KEY, to the service as well.',
        )
      }
      if (everyMs < minEveryMs || everyMs > maxEveryMs) {
        const message = 'A branch is looked at every 1m to 365d.'
        throw wrongField('every', message)
      }
      const space = await findSpace(database, spaceKey)
      if (space === undefined) {
        throw new RequestError('not-found', `There is no space ${spaceKey}.`)
      }
      const parentId = repository.parentId ?? space.importParentId
      if (parentId === undefined || !/^[1-9][0-9]{0,18}$/.test(parentId)) {
        const message = 'Give the id of the page to import below.'
        throw wrongField('parent', message)
      }
      await checkBranch(branch)
      const id = await ids.nextId()
      const hook = randomBytes(32).toString('hex')
      const place = { table: 'repository_secrets', rowId: id } as const
      const secrets: RepositorySecrets = { hook, ...credentials }
      await change(insertRepository, addedBy, {
        id,
        ...{ branch, folder, spaceKey, parentId, everyMs, userId },
        spaceId: Number(space.id),
        url: address.url,
        secret: sealSecret(database.secretKeys, place, JSON.stringify(secrets)),
      })
      return { id: String(id), secret: hook }
    },
    list: () => listRepositories(database, clock),
    /** @throws {RequestError} `not-found`. */
    async get(id: string): Promise<FollowedRepository> {
      const all = await listRepositories(database, clock)
      const repository = all.find((followed) => followed.id === id)
      if (repository === undefined) throw noRepository()
      return repository
    },
    /** @returns False when there is no such repository. */
    requestRun: (id: string, kind: RunKind): Promise<boolean> =>
      database.write(requestRun, { id: parseId(id) ?? 0, kind }),
    /** Stops following; the pages stay. @throws {RequestError} `not-found`. */
    remove: (id: string, removedBy: Actor) =>
      change(deleteRepository, removedBy, { id: parseId(id) ?? 0 }),
  }
}

function hasCredentials({ token, sshKey }: RepositoryCredentials): boolean {
  return token !== undefined || sshKey !== undefined
}

function checkCredentials(
  { protocol }: RepositoryAddress,
  { token, sshKey, knownHosts }: RepositoryCredentials,
): void {
  const isSsh = protocol === 'ssh'
  if (isSsh && (sshKey === undefined || knownHosts === undefined || token !== undefined)) {
    throw wrongField(
      'repository',
      'An ssh address goes with --key-file and --known-hosts, and without --token-file.',
    )
  }
  if (!isSsh && (sshKey ?? knownHosts) !== undefined) {
    throw wrongField('repository', '--key-file and --known-hosts go with ssh addresses.')
  }
  const isPrintable = token === undefined || /^[\x21-\x7e]{1,4096}$/.test(token)
  const isLong = [sshKey, knownHosts].some((text) => (text?.length ?? 0) > maxSecretLength)
  if (!isPrintable || isLong) {
    throw wrongField(
      'token',
      'The file of --token-file holds TOKEN or USER:TOKEN, without spaces; those of --key-file and --known-hosts at most 64 KiB.',
    )
  }
}

/**
 * @param sealed Null after a restore, because backups hold no secrets.
 * @throws {StoreError} When the key of the store is missing.
 */
export function openRepositorySecrets(
  { secretKeys }: Pick<Database, 'secretKeys'>,
  id: number,
  sealed: string | null,
): RepositorySecrets | undefined {
  if (sealed === null) return undefined
  const place = { table: 'repository_secrets', rowId: id } as const
  return JSON.parse(openSecret(secretKeys, place, sealed)) as RepositorySecrets
}

export async function listRepositories(
  database: Pick<Database, 'read'>,
  clock: Clock,
): Promise<FollowedRepository[]> {
  const rows = await readAs<Omit<FollowedRepository, 'runs'> & { runs: string }>(
    database,
    sql`select cast(r.id as text) as id, s.key as space, r.url as repository, r.branch, r.folder,
        r.parent_id as "parentId", r.every_ms as "everyMs", u.name as "userName",
        r.lease_until > ${clock().getTime()} as "isRunning", r.runs
      from followed_repositories r join spaces s on s.id = r.space_id
      join users u on u.id = r.user_id
      where s.deleted_at is null
      order by s.key_fold, r.url, r.id`,
  )
  return rows.map((row) => ({ ...row, runs: parseRuns(row) }))
}

export function hasFailed({ runs: [last] }: Pick<FollowedRepository, 'runs'>): boolean {
  return last !== undefined && last.error !== null
}

/** Problems for health and `doctor`. */
export async function checkFollowing(
  database: Pick<Database, 'read'>,
  clock: Clock,
): Promise<Check[]> {
  const all = await listRepositories(database, clock)
  if (all.length === 0) return []
  return [
    await check('followed repositories', async () => {
      const version = await findGit()
      const failed = all.filter(hasFailed)
      const state = `${counted(all.length, 'folder')} followed with Git ${version}`
      const [first] = failed
      if (first === undefined) return state
      throw wrong(
        `${state}, ${failed.length} of them failed; ${first.repository}: ${first.runs[0]?.error}`,
        'Mend the cause: each is tried again by itself.',
      )
    }),
  ]
}
