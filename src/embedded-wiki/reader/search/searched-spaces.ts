/** The spaces in which a reader may look for pages. @module */
import type { Principal } from '../../../auth/access-conditions.ts'
import { findSpace } from '../../../importing/spaces.ts'
import type { Space } from '../../../importing/target-wiki.ts'
import { listReadableSpaces, readerOf } from '../../../web/session/may-read.ts'
import { readersOf } from '../../../web/session/reading-rule.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'

export interface SearchedSpaces {
  /** Who reads; undefined for whoever may read everything. */
  readonly reader: Principal | undefined
  /** Spaces to choose from; undefined where they are too many for a menu. */
  readonly choices: readonly Space[] | undefined
  /** Those of a reader who was given a few; undefined where that is no bound. */
  readonly spaceIds: readonly string[] | undefined
  /**
   * The reader of many spaces, which would make a long question: each page that is found is asked
   * instead.
   */
  readonly readableBy: Principal | undefined
  /** Find a space by its key, if the reader may read it. */
  findReadable(key: string): Promise<Space | undefined>
}

/** More spaces than these are not offered in a menu. */
const maxChoices = 50

/**
 * Find out where somebody may look.
 * @param dependencies The store, and who may read.
 */
export async function searchedSpaces(
  c: WebContext,
  { database, readers: rule }: Pick<ReaderDependencies, 'database' | 'readers'>,
): Promise<SearchedSpaces> {
  const readers = readersOf(c, rule)
  const viewer = c.get('viewer')
  const reader = readerOf(viewer, readers)
  const spaces = await listReadableSpaces(database, viewer, readers, { limit: maxChoices + 1 })
  const isFew = spaces.length <= maxChoices
  return {
    reader,
    choices: isFew ? spaces : undefined,
    spaceIds: isFew && reader !== undefined ? spaces.map(({ id }) => id) : undefined,
    readableBy: isFew ? undefined : reader,
    findReadable: (key) =>
      findSpace(database, key, reader === undefined ? {} : { readableBy: reader }),
  }
}
