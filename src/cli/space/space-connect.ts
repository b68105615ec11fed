/** `markport space connect`: makes imports into a space go to Confluence. @module */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { credentialReader, parseSiteAddress } from '../../confluence/credential.ts'
import {
  listConnections,
  type NewConnection,
  type SpaceConnection,
  spaceConnections,
} from '../../confluence/delivery/connections/space-connections.ts'
import { detectSite, openSite } from '../../confluence/open-site.ts'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import type { EditPolicy } from '../../contract/outcomes.ts'
import { findSpace, isSpaceKey } from '../../wiki/import/spaces.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { remoteProduct } from '../../wiki/pages/recorded-pages.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { commandLineActor, createSpaceAsAdministrator, storeCommands } from '../store/store.ts'
import { siteProblem } from './site-problem.ts'

const maxNameLength = 200

const connectionOptions: readonly OptionName[] = [
  'siteUrl',
  'remoteSpace',
  'siteTokenFile',
  'siteEmail',
  'refuseDetaching',
  'titleClash',
  'diagramMacro',
  'formulaMacro',
]

export function registerConnect(space: Command, context: CliContext): void {
  storeCommands(space, context)(
    'connect <key>',
    'Connect a space to a space of Confluence, or change its connection. The space is created if it does not exist.',
    async (store, key: string) => {
      const existingSpace = await findSpace(store.database, key)
      const all = await listConnections(store.database)
      const currentConnection = all.find(({ spaceId }) => spaceId === existingSpace?.id)
      const place = await detectPlace(readPlace(key, store.values, currentConnection), context)
      // Check before creating a space in vain; the store checks again.
      assertFree(
        place,
        all.filter((other) => other !== currentConnection),
      )
      const space =
        existingSpace ?? (await createSpaceAsAdministrator(store, key, place.remoteSpace.name))
      const connection = {
        ...place,
        spaceId: space.id,
        ...readSettings(store.values, currentConnection, existingSpace?.edits),
      }
      await spaceConnections(store).connect(connection, commandLineActor)
      const isNewSpace = existingSpace === undefined
      return [
        connectionJson(space, connection),
        connectionInWords(space, connection, { isNewSpace }),
      ]
    },
    { options: connectionOptions },
  )
}

/** Keep the current place by default. A credential is never sent to another site than its own. */
function readPlace(spaceKey: string, values: OptionValues, current: SpaceConnection | undefined) {
  if (!isSpaceKey(spaceKey)) {
    throw new UsageError('The key of a space is a letter followed by letters and digits.')
  }
  const kept = values.siteUrl === undefined ? current : undefined
  const siteUrl = values.siteUrl ?? kept?.baseUrl
  if (siteUrl === undefined) throw new UsageError('--to is missing: the address of Confluence.')
  const remoteKey = values.remoteSpace ?? kept?.remoteSpace.key
  if (remoteKey === undefined)
    throw new UsageError('--remote is missing: the key of the space in Confluence.')
  const siteTokenFile = values.siteTokenFile ?? kept?.tokenFile
  const tokenFile = siteTokenFile === undefined ? undefined : resolve(siteTokenFile)
  const email = values.siteEmail ?? kept?.email
  return { spaceKey, baseUrl: readSiteUrl(siteUrl), remoteKey, email, tokenFile }
}

function readSiteUrl(text: string): string {
  try {
    return parseSiteAddress(text)
  } catch (error) {
    // The error never quotes the value: it may hold a password.
    if (error instanceof TypeError) throw new UsageError(`--to: ${error.message}`)
    throw error
  }
}

type DetectedPlace = Omit<NewConnection, 'spaceId' | 'policies' | 'settings'>

/** Ask the site for everything that a connection stores, which also tests the access. */
async function detectPlace(
  place: ReturnType<typeof readPlace>,
  { env }: CliContext,
): Promise<DetectedPlace> {
  const { baseUrl, remoteKey, email, tokenFile } = place
  const readCredential = credentialReader(place, env)
  try {
    const { kind, address, ...site } = await detectSite(baseUrl, await readCredential())
    const account = { ...site.account, name: plainName(site.account) }
    const remoteSpace = await openSite({ kind, address, readCredential }).findSpace(remoteKey)
    if (remoteSpace?.key.toLowerCase() !== remoteKey.toLowerCase()) {
      throw new CommandError(
        `${baseUrl}: there is no space ${remoteKey}, or ${account.name} may not see it. Check the key, and give the account the right to see and add pages there.`,
      )
    }
    return {
      kind,
      ...address,
      email,
      tokenFile,
      account,
      remoteSpace: { ...remoteSpace, name: plainName({ ...remoteSpace, id: remoteSpace.key }) },
    }
  } catch (error) {
    throw siteProblem(baseUrl, error)
  }
}

function assertFree(
  { baseUrl, remoteSpace }: DetectedPlace,
  connections: readonly SpaceConnection[],
): void {
  const conflict = connections.find(
    (connection) => connection.baseUrl === baseUrl && connection.remoteSpace.id === remoteSpace.id,
  )
  if (conflict !== undefined) {
    throw new CommandError(
      `The space ${conflict.spaceKey} is connected to ${remoteSpace.key} there already. Import into ${conflict.spaceKey}, or disconnect it first.`,
    )
  }
}

/** Names from a site are reduced to one short line. */
function plainName({ id, name }: { readonly id: string; readonly name: string }): string {
  const line = name.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')
  return line.trim().slice(0, maxNameLength).toWellFormed() || id
}

/** Keep settings that are not given, so that scripts do not undo later changes. */
function readSettings(
  values: OptionValues,
  currentConnection: SpaceConnection | undefined,
  edits: EditPolicy = 'overwrite-imported',
): Pick<NewConnection, 'policies' | 'settings'> {
  const { refuseDetaching } = values
  const comments = refuseDetaching === undefined ? undefined : refuseDetaching ? 'refuse' : 'detach'
  return {
    policies: {
      edits,
      comments: comments ?? currentConnection?.policies.comments ?? 'detach',
      titleClash: values.titleClash ?? currentConnection?.policies.titleClash ?? 'refuse',
    },
    settings: {
      diagramMacros: values.diagramMacro ?? currentConnection?.settings.diagramMacros ?? {},
      formulaMacros:
        'formulaMacro' in values ? values.formulaMacro : currentConnection?.settings.formulaMacros,
    },
  }
}

function connectionJson({ key, id }: Space, connection: NewConnection): object {
  const { kind, baseUrl, remoteSpace, account, policies } = connection
  const { edits, comments, titleClash } = policies
  const remote = { ...remoteSpace, homepageId: remoteSpace.homepageId ?? null }
  return { key, id, kind, url: baseUrl, remote, account, edits, comments, titleClash }
}

function connectionInWords(
  { key, homepageId }: Space,
  { kind, baseUrl, remoteSpace, account, tokenFile, policies }: NewConnection,
  { isNewSpace }: { isNewSpace: boolean },
): string[] {
  const product = remoteProduct({ kind })
  const parent = remoteSpace.homepageId
  return [
    `Connected the space ${key} to ${remoteSpace.key} (${remoteSpace.name}) of ${product}, ${baseUrl}.`,
    `  spaceId   ${remoteSpace.id}   (or ${key})`,
    parent === undefined
      ? '  parentId  the id of a page of that space: it has no homepage'
      : `  parentId  ${parent}   (its homepage)`,
    `Pages are written by ${account.name}, whoever imports them.`,
    `Where people changed a page: ${editWords[policies.edits]}.`,
    tokenFile === undefined
      ? 'The token came from the environment: the service must have it in its own.'
      : `The service reads the token from ${tokenFile}: it must be able to.`,
    ...(isNewSpace
      ? []
      : [`Pages that are in ${key} here stay readable where they are, below ${homepageId}.`]),
    'Next: markport doctor says whether all calls are allowed.',
  ]
}

/** What happens to people's edits under each policy of a space. */
export const editWords = {
  'overwrite-imported':
    'an import overwrites them, and a warning tells which; pages that people alone wrote stay',
  overwrite: 'an import overwrites them, and pages that people alone wrote; a warning tells which',
  refuse: 'an import of that page is refused',
  'keep-theirs': 'they stay where the import did not change the same block',
} as const
