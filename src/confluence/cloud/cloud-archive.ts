/** The archive of Confluence Cloud, which REST v2 only reads. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { plainId } from '../missing.ts'
import { ConfluenceError, type ConfluenceSite, isNoWay, isOfKind } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'

/** It is done after the answer. */
const maxLooks = 8
const pauseMs = 250

/**
 * Put a page into the archive.
 * @param client Sends requests to the site.
 * @param findVersions Tells when it is there.
 * @returns False where the site has no such call, or lets this account not use it.
 * @throws {ConfluenceError} When it is not known whether it was done.
 */
export async function archivePage(
  client: SiteClient,
  pageId: string,
  findVersions: ConfluenceSite['findVersions'],
): Promise<boolean> {
  const json = { pages: [{ id: Number(plainId(pageId)) }] }
  try {
    await client.send({ method: 'POST', path: '/rest/api/content/archive', json }, () => {})
  } catch (error) {
    if (isNoWay(error) || isOfKind(error, 'credential')) return false
    throw error
  }
  for (let looks = 1; looks <= maxLooks; looks += 1) {
    const page = (await findVersions([pageId])).get(pageId)
    if (page?.status !== 'current') return true
    await sleep(pauseMs * looks)
  }
  throw new ConfluenceError('unknown', 'Confluence is still at work on its archive.')
}
