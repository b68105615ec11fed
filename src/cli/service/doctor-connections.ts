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
import type { ConfluenceSite, SiteAccount } from '../../confluence/site.ts'
import type { Database } from '../../store/database.ts'
import type { Check } from '../../store/store-checks.ts'
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
  const answers = await runCheck(name('Confluence'), async () =>
    describeAccount(connection, await site.findAccount()),
  )
  checks.push(answers)
  // Without access, nothing else can be checked.
  if (!answers.ok) return checks
  return [
    ...checks,
    await runCheck(name('space'), () => checkSpace(connection, site)),
    await runCheck(name('rights'), () => checkRights(connection, site, options)),
  ]
}

type Finding = Pick<Check, 'detail' | 'mend'> & { readonly ok?: false }

async function runCheck(name: string, find: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return { name, ok: true, ...(await find()) }
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    const mend =
      siteMend(error) || 'Run this as the user, and with the environment, of the service.'
    return { name, ok: false, detail: error.message, mend }
  }
}

function failure(detail: string, mend: string): Finding {
  return { ok: false, detail, mend }
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

function describeAccount(
  { baseUrl, account }: SpaceConnection,
  currentAccount: SiteAccount,
): Finding {
  const detail = `${baseUrl} answers ${currentAccount.name}, who writes the pages`
  // Pages of the former account are recognized by our marks in them.
  const mend =
    currentAccount.id === account.id
      ? null
      : `It was ${account.name} when the space was connected. If that is right, connect it again.`
  return { detail, mend }
}

async function checkSpace(
  { remoteSpace, spaceKey }: SpaceConnection,
  site: ConfluenceSite,
): Promise<Finding> {
  const space = await site.findSpace(remoteSpace.key)
  if (space === undefined) {
    return failure(
      `there is no space ${remoteSpace.key}, or the account may not see it`,
      'Give the account the right to see it. If its key was changed, connect the space again.',
    )
  }
  if (space.id !== remoteSpace.id) {
    return failure(
      `${remoteSpace.key} is another space than the one that ${spaceKey} was connected to`,
      'Connect the space again, with the key that its space in Confluence has now.',
    )
  }
  const { homepageId } = space
  if (homepageId === undefined) {
    return { detail: `${space.name} has no homepage: imports need the id of a parent`, mend: null }
  }
  const homepage = await site.findParent(homepageId)
  if (homepage?.status !== 'current') {
    return failure(
      `the account may not see the homepage of ${space.name}`,
      'Give the account the right to see it, or let imports name another parent.',
    )
  }
  return { detail: `${space.name}, homepage ${homepageId}`, mend: null }
}

async function checkRights(
  { account, remoteSpace }: SpaceConnection,
  site: ConfluenceSite,
  options: OpenSiteOptions,
): Promise<Finding> {
  const { scopes, lost } = await findMissingCalls(options)
  if (scopes.length > 0) {
    return failure(
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
    return failure(
      `${account.name} may not ${rights.join(', ') || `change the homepage of ${remoteSpace.name}`}`,
      `Let the account add, change and delete pages and files in the space ${remoteSpace.key}.`,
    )
  }
  const words = lost
    .map(({ call }) => `${nameOfCall(call)}: ${call.without ?? 'nothing can be imported'}`)
    .join('; ')
  if (isCloud && lost.length > 0) {
    return failure(
      `Atlassian has removed calls for this token: ${words}`,
      'Imports go on without them. A token without scopes may still have them.',
    )
  }
  const enough = 'nothing is missing, as far as the site tells'
  return { detail: words === '' ? enough : `${enough}; closed to programs: ${words}`, mend: null }
}
