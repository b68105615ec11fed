/** Writes properties although Confluence writes its own to a page after each save. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind, type RemoteProperty } from './site.ts'

/** How one property of one page is written. */
export interface PropertyRequests {
  create(): Promise<void>
  /** Write the version that follows the one that was read. */
  replace(known: RemoteProperty): Promise<void>
  find(): Promise<RemoteProperty | undefined>
}

const maxWrites = 3
const betweenWritesMs = 300

/**
 * Write a property; when somebody else has written to the page meanwhile, it is read and written again.
 * @param known The property as it was read; undefined where there was none.
 * @param requests How it is written.
 */
export async function writeProperty(
  known: RemoteProperty | undefined,
  requests: PropertyRequests,
): Promise<void> {
  let current = known
  for (let count = 1; ; count += 1) {
    try {
      if (current === undefined) return await requests.create()
      return await requests.replace(current)
    } catch (error) {
      if (!isOfKind(error, 'conflict') || count >= maxWrites) throw error
      await wait(betweenWritesMs)
      current = await requests.find()
    }
  }
}
