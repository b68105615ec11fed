/** Checks of `markport doctor` for spaces connected to Confluence; read-only. @module */
import { stat } from 'node:fs/promises'
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import { credentialReader } from '../../confluence/credential.ts'
import {
  listConnections,
  type SpaceConnection,
} from '../../confluence/delivery/connections/space-connections.ts'
import { markKey } from '../../confluence/delivery/records/recorded-pages.ts'
import { findMissingCalls, findMissingRights, nameOfCall } from '../../confluence/needed-calls.ts'
import { type OpenSiteOptions, openSite } from '../../confluence/open-site.ts'
import type { ConfluenceSite } from '../../confluence/site.ts'
import type { Database } from '../../store/database.ts'
import { type Check, check, wrong } from '../../store/store-checks.ts'
import type { CliContext } from '../context.ts'
import { siteMend } from '../space/site-problem.ts'

const patience = { timeoutMs: 10_000, maxReads: 1 }
const othersMayRead = 0o044

/** @param database A store with the current schema. */
export async function checkConnections(
  database: Pick<Database, 'read'>,
  context: Pick<CliContext, 'env'>,
): Promise<Check[]> {
  const connections = await listConnections(database)
  const checksBySpace = await Promise.all(
    connections.map((connection) => checkConnection(connection, context)),
  )
  return checksBySpace.flat()
}

async function checkConnection(
  connection: SpaceConnection,
  { env }: Pick<CliContext, 'env'>,
): Promise<Check[]> {
  const { kind, baseUrl, cloudId, tokenFile } = connection
  const name = (what: string): string => `${what} for ${connection.spaceKey}`
  const readCredential = credentialReader(connection, env)
  const checks =
    tokenFile === undefined ? [] : [await checkTokenFile(name('token file'), tokenFile)]
  if (checks.some(({ ok }) => !ok)) return checks
  const options = { kind, address: { baseUrl, cloudId }, readCredential, patience }
  const site = openSite(options)
  let isOther = false
  const answers = await checkSite(name('Confluence'), async () => {
    const account = await site.findAccount()
    isOther = account.id !== connection.account.id
    return `${baseUrl} answers ${account.name}, who writes the pages`
  })
  // Pages of the former account are recognized by our marks in them.
  const mend = isOther
    ? `It was ${connection.account.name} when the space was connected. If that is right, connect it again.`
    : answers.mend
  checks.push({ ...answers, mend })
  // Without access, nothing else can be checked.
  if (!answers.ok) return checks
  return [
    ...checks,
    await checkSite(name('space'), () => spaceState(connection, site)),
    await checkSite(name('rights'), () => rightsState(connection, site, options)),
  ]
}

/** Adds advice to what the site refuses. */
function checkSite(name: string, look: () => Promise<string>): Promise<Check> {
  return check(name, () =>
    look().catch((error: unknown) => {
      if (!(error instanceof ConfluenceError)) throw error
      const mend = siteMend(error)
      throw wrong(
        error.message,
        mend || 'Run this as the user, and with the environment, of the service.',
      )
    }),
  )
}

async function checkTokenFile(name: string, file: string): Promise<Check> {
  try {
    const { mode } = await stat(file)
    const isOpen = process.platform !== 'win32' && (mode & othersMayRead) !== 0
    return {
      name,
      ok: true,
      detail: isOpen ? `${file} can be read by others than its owner` : file,
      mend: isOpen ? `If they should not: chmod 600 ${file}` : null,
    }
  } catch (error) {
    const mend = 'Put the token there, or connect the space again with another --token-file.'
    return { name, ok: false, detail: (error as Error).message, mend }
  }
}

async function spaceState(
  { remoteSpace, spaceKey }: SpaceConnection,
  site: ConfluenceSite,
): Promise<string> {
  const space = await site.findSpace(remoteSpace.key)
  if (space === undefined) {
    throw wrong(
      `there is no space ${remoteSpace.key}, or the account may not see it`,
      'Give the account the right to see it. If its key was changed, connect the space again.',
    )
  }
  if (space.id !== remoteSpace.id) {
    throw wrong(
      `${remoteSpace.key} is another space than the one that ${spaceKey} was connected to`,
      'Connect the space again, with the key that its space in Confluence has now.',
    )
  }
  const { homepageId } = space
  if (homepageId === undefined) {
    return `${space.name} has no homepage: imports need the id of a parent`
  }
  const homepage = await site.findParent(homepageId)
  if (homepage?.status !== 'current') {
    throw wrong(
      `the account may not see the homepage of ${space.name}`,
      'Give the account the right to see it, or let imports name another parent.',
    )
  }
  return `${space.name}, homepage ${homepageId}`
}

async function rightsState(
  { account, remoteSpace }: SpaceConnection,
  site: ConfluenceSite,
  options: OpenSiteOptions,
): Promise<string> {
  const { scopes, lost } = await findMissingCalls(options)
  if (scopes.length > 0) {
    throw wrong(
      `the token lacks ${scopes.join(', ')}`,
      'Make a token with these scopes as well, and put it in the place of the other one.',
    )
  }
  const isCloud = options.kind === 'cloud'
  const { homepageId } = remoteSpace
  const homepage =
    isCloud || homepageId === undefined
      ? undefined
      : await site.readPage(homepageId, markKey, true).catch(() => undefined)
  const rights = isCloud ? await findMissingRights(options, remoteSpace) : []
  if (homepage?.isReadOnly || rights.length > 0) {
    throw wrong(
      `${account.name} may not ${rights.join(', ') || `change the homepage of ${remoteSpace.name}`}`,
      `Let the account add, change and delete pages and files in the space ${remoteSpace.key}.`,
    )
  }
  const words = lost
    .map(({ call }) => `${nameOfCall(call)}: ${call.without ?? 'nothing can be imported'}`)
    .join('; ')
  if (isCloud && lost.length > 0) {
    throw wrong(
      `Atlassian has removed calls for this token: ${words}`,
      'Imports go on without them. A token without scopes may still have them.',
    )
  }
  const enough = 'nothing is missing, as far as the site tells'
  return words === '' ? enough : `${enough}; closed to programs: ${words}`
}
