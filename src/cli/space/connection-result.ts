/** What `markport space connect` prints of a connection: JSON, and words. @module */
import type { MissingRights } from '../../confluence/missing-rights.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import type { NewConnection } from '../../delivery/connections/space-connection.ts'
import type { Space } from '../../importing/target-wiki.ts'

export function connectionJson({ key, id }: Space, connection: NewConnection): object {
  const { kind, baseUrl, remoteSpace, account, policies } = connection
  const { edits, comments, titleClash } = policies
  const remote = { ...remoteSpace, homepageId: remoteSpace.homepageId ?? null }
  return { key, id, kind, url: baseUrl, remote, account, edits, comments, titleClash }
}

/**
 * Word a connection that was made or changed.
 * @param options Whether the space was created for it.
 */
export function connectionInWords(
  { key, homepageId }: Space,
  { kind, baseUrl, remoteSpace, account, tokenFile, policies }: NewConnection,
  { isNewSpace }: { isNewSpace: boolean },
): string[] {
  const { product } = siteKinds[kind]
  const parent = remoteSpace.homepageId
  return [
    `Connected the space ${key} to ${remoteSpace.key} (${remoteSpace.name}) of ${product}, ${baseUrl}.`,
    `  spaceId   ${remoteSpace.id}   (or ${key})`,
    parent === undefined
      ? '  parentId  the id of a page of that space: it has no homepage'
      : `  parentId  ${parent}   (its homepage)`,
    `Pages are written by ${account.name}, whoever imports them.`,
    `Changes made in Confluence: ${editWords[policies.edits]}.`,
    tokenFile === undefined
      ? 'The token came from the environment: the service must have it in its own.'
      : `The service reads the token from ${tokenFile}: it must be able to.`,
    ...(isNewSpace
      ? []
      : [`Pages that are in ${key} here stay readable where they are, below ${homepageId}.`]),
  ]
}

/**
 * Word what a connection lacks, and the one command to run next.
 * @param rights What its credential lacks for imports.
 */
export function nextInWords(
  { key }: Space,
  { remoteSpace, account }: NewConnection,
  { scopes, operations, removed }: MissingRights,
): string[] {
  const lacks = [
    ...scopes.map((scope) => `The token lacks ${scope}.`),
    ...operations.map((operation) => `${account.name} lacks ${operation} in ${remoteSpace.key}.`),
  ]
  const parent = remoteSpace.homepageId ?? 'ID-OF-A-PAGE'
  const place = `--endpoint ADDRESS-OF-THIS-SERVICE --space ${key} --parent ${parent}`
  return [
    ...lacks,
    ...removed.map(({ call, without }) => `${call} is not served here: ${without}.`),
    lacks.length === 0
      ? `Next: markport import FOLDER ${place} --dry-run`
      : 'Next, once that is mended: markport doctor',
  ]
}

const editWords = {
  'overwrite-imported':
    'an import overwrites them, and a warning tells which; pages that no import wrote stay',
  overwrite: 'an import overwrites them, and pages that no import wrote; a warning tells which',
  refuse: 'an import of that page is refused',
  'keep-theirs': 'they stay where the import did not change the same block',
} as const
