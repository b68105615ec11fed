/** What a folder run is given: a temporary token, a private listener, and a private folder. @module */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Clock } from '../../accounts/audit.ts'
import { getLicense, letsImport } from '../../accounts/license.ts'
import type { ApiTokenHolder, ApiTokens } from '../../accounts/tokens/api-tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { readAs } from '../../store/read-as.ts'
import { sql } from '../../store/sql.ts'

type TokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

export interface RunTokens extends ReturnType<typeof runTokens> {}

interface RunOwner {
  /** Stands in the import log instead of a token's id, so it must differ from all ids of tokens. */
  readonly id: number
  /** The token's name in histories and logs. */
  readonly name: string
  readonly userId: number
  readonly spaceId: number
  /** Whether the owner must stay an administrator. */
  readonly isAdministration: boolean
}

/** Longer than any run; clients use it only to decide when to renew. */
const lifetimeMs = 24 * 60 * 60_000

/** @param tokens Checks tokens that belong to no run. */
export function runTokens(database: Database, clock: Clock, tokens: TokenCheck) {
  const holders = new Map<string, () => Promise<ApiTokenHolder>>()
  return {
    /**
     * Makes a token for one space, valid until it is closed.
     * @throws {RequestError} When the user may not import.
     */
    async begin(owner: RunOwner): Promise<{ readonly text: string; close(): void }> {
      const { id, name, spaceId } = owner
      const find = async (): Promise<ApiTokenHolder> => ({
        ...(await findUser(database, clock, owner)),
        apiTokenId: String(id),
        tokenName: name,
        expiresAt: new Date(clock().getTime() + lifetimeMs),
        spaceIds: [spaceId],
        sources: undefined,
        isCreateOnly: false,
        isPreviewOnly: false,
      })
      await find()
      const text = `run_${randomBytes(32).toString('base64url')}`
      holders.set(`Bearer ${text}`, find)
      return { text, close: () => void holders.delete(`Bearer ${text}`) }
    },
    authenticate(authorization: readonly string[]): Promise<ApiTokenHolder> {
      const find = authorization.length === 1 && holders.get(authorization[0] as string)
      return find ? find() : tokens.authenticate(authorization)
    },
    touch: tokens.touch,
  }
}

/** Check the user at each request, so that revoked rights end the run at its next page. */
async function findUser(
  database: Database,
  clock: Clock,
  { userId, isAdministration }: RunOwner,
): Promise<Pick<ApiTokenHolder, 'userId' | 'userName' | 'isAdministrator'>> {
  const [user] = await readAs<Pick<ApiTokenHolder, 'userId' | 'userName' | 'isAdministrator'>>(
    database,
    sql`select id as "userId", name as "userName", is_administrator as "isAdministrator"
      from users where id = ${userId} and disabled_at is null`,
  )
  if (user === undefined || (isAdministration && !user.isAdministrator)) {
    throw new RequestError(
      'forbidden',
      isAdministration
        ? 'Whoever added this repository is no administrator any more: remove it, and let one add it again.'
        : 'This user has been deleted.',
    )
  }
  const license = await getLicense(database)
  const hasEnded = license.trialEnds !== null && license.trialEnds <= clock()
  if (!letsImport(license) || hasEnded) {
    throw new RequestError('license-expired', 'The license is not active: nothing is imported.')
  }
  return user
}

export interface OpenedImports {
  readonly endpoint: string
  close(): void
}

/** Listens on loopback. Only the operation is served, which requires the run's token. */
export async function openImports(
  app: { readonly fetch: Parameters<typeof getRequestListener>[0] },
  webtrigger: string,
): Promise<OpenedImports> {
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/wiki/apps/')) return void listener(request, response)
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}${webtrigger}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const prefix = `markport-run-${hostname()}-`
const placesInUse = new Set<string>()

/** Makes a folder for a run, and removes the folders of killed processes. */
export async function makeRunPlace(): Promise<string> {
  await removeLeftPlaces()
  const place = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`)
  // Register the folder before it exists, so that no other run of this process removes it.
  placesInUse.add(place)
  await mkdir(place, { mode: 0o700 })
  return place
}

export async function removeRunPlace(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true, maxRetries: 3 })
  placesInUse.delete(place)
}

export async function removeLeftPlaces(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const place = join(tmpdir(), name)
    if (!name.startsWith(prefix) || placesInUse.has(place)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    // A container that starts again has the same process id, so a folder with our id is an old one.
    if (pid === process.pid || !isAlive(pid)) await removeRunPlace(place)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
