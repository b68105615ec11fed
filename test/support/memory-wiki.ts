/**
 * A wiki outside the store, small and in memory, whose connection can be lost before or behind a
 * write. It brackets its saves with the ledger, as every wiki does that is not in the store.
 * @module
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { UnknownOutcomeError } from '../../src/errors.ts'
import { toLabels } from '../../src/importing/labels.ts'
import {
  bracketSave,
  hasOpenImport,
  type RemoteResult,
} from '../../src/importing/ledger/bracket-save.ts'
import { findSpace } from '../../src/importing/spaces.ts'
import {
  foreseeOutcome,
  type Obstacle,
  type PageToSave,
  type Place,
  pagePath,
  type TargetWiki,
} from '../../src/importing/target-wiki.ts'
import { textOf } from '../../src/isolation/frames.ts'

interface MemoryPage {
  readonly id: string
  readonly spaceId: string
  parentId: string
  title: string
  version: number
  adf: string
  labels: readonly string[]
  images: readonly string[]
  /** Mark of the save that made each version. */
  readonly marks: number[]
  lastDigest: { digest: string; version: number } | undefined
}

export interface MemoryWiki extends TargetWiki {
  readonly pages: ReadonlyMap<string, MemoryPage>
  /** Let the connection break once: before the next write arrives, or before its answer does. */
  breakOnce(when: 'before' | 'behind'): void
  /** Change a page as a person would. */
  edit(id: string): void
  /** Let somebody change pages between each look and write, so many times. */
  interfere(times: number): void
}

/** How often a save is tried again when somebody else was faster. */
const maxTries = 3

/**
 * Make the wiki.
 * @param database Holds the spaces, who may write to them, and the ledger.
 * @param clock The time.
 * @param isBracketed Without the ledger's brackets it is wrong on purpose.
 */
export function memoryWiki(database: Database, clock: () => Date, isBracketed = true): MemoryWiki {
  const pages = new Map<string, MemoryPage>()
  let breaking: 'before' | 'behind' | undefined
  let interferences = 0
  let lastId = 1_000

  const find = (spaceId: string, parentId: string, title: string): MemoryPage | undefined =>
    [...pages.values()].find(
      (page) => page.spaceId === spaceId && page.parentId === parentId && page.title === title,
    )
  const findNamed = (spaceId: string, pageId: string): MemoryPage | undefined => {
    const page = pages.get(pageId)
    return page?.spaceId === spaceId ? page : undefined
  }
  const obstacleOf = (named: MemoryPage, parentId: string, title: string): Obstacle | undefined => {
    let above = pages.get(parentId)
    while (above !== undefined && above !== named) above = pages.get(above.parentId)
    if (above === named) return 'below-itself'
    const other = find(named.spaceId, parentId, title)
    return other === undefined || other === named ? undefined : 'title-taken'
  }
  const edit = (id: string): void => {
    const page = pages.get(id) as MemoryPage
    page.version += 1
    page.marks.push(0)
  }
  /** The wiki's own answer to a write, as its server would give it. */
  const write = (
    { space, parentId }: Place,
    { fields: { pageTitle: title, pageId, labels, overwrite }, document }: PageToSave,
    call: { baseVersion: number; mark: number },
  ): RemoteResult => {
    let page = pageId === undefined ? find(space.id, parentId, title) : pages.get(pageId)
    if (page !== undefined && !overwrite) return { outcome: 'already-exists' }
    if ((page?.version ?? 0) !== call.baseVersion) return { outcome: 'conflict' }
    const isNew = page === undefined
    lastId += 1
    page ??= {
      ...{
        id: String(lastId),
        spaceId: space.id,
        parentId,
        title,
        version: 0,
        adf: '',
        labels: [],
      },
      ...{ images: [], marks: [], lastDigest: undefined },
    }
    const obstacle = pageId === undefined ? undefined : obstacleOf(page, parentId, title)
    if (obstacle !== undefined) return { outcome: obstacle }
    page.title = title
    page.parentId = parentId
    page.version += 1
    page.adf = textOf(document.adf)
    page.labels = labels === undefined ? page.labels : toLabels(labels)
    page.images = document.images.map(({ bytes }) =>
      createHash('sha256').update(bytes).digest('hex'),
    )
    page.marks.push(call.mark)
    page.lastDigest = { digest: document.digest, version: page.version }
    pages.set(page.id, page)
    return resultOf(space, page, isNew ? 'created' : 'updated')
  }
  const resultOf = (
    { id: spaceId, key }: Place['space'],
    { id, title, parentId, version }: MemoryPage,
    outcome: 'created' | 'updated' | 'unchanged',
  ): RemoteResult => ({
    outcome,
    page: { id, title, spaceId, parentId, version, path: pagePath(key, id) },
  })
  const save = async (place: Place, page: PageToSave, mark: number): Promise<RemoteResult> => {
    let result: RemoteResult = { outcome: 'conflict' }
    for (let tries = 0; tries < maxTries && result.outcome === 'conflict'; tries += 1) {
      const { pageTitle, pageId } = page.fields
      const standing =
        pageId === undefined
          ? find(place.space.id, place.parentId, pageTitle)
          : findNamed(place.space.id, pageId)
      const obstacle =
        pageId && standing ? obstacleOf(standing, place.parentId, pageTitle) : undefined
      if (obstacle !== undefined) return { outcome: obstacle }
      const existing = standing && toExisting(place.space.key, standing)
      const outcome = foreseeOutcome(existing, page.document.digest, page.fields.labels)
      if (standing !== undefined && page.fields.overwrite && outcome === 'unchanged') {
        standing.parentId = place.parentId
        return resultOf(place.space, standing, outcome)
      }
      if (interferences > 0 && standing !== undefined) {
        interferences -= 1
        edit(standing.id)
        result = write(place, page, { baseVersion: standing.version - 1, mark })
        continue
      }
      const when = breaking
      breaking = undefined
      if (when === 'before') throw new UnknownOutcomeError('the connection broke')
      result = write(place, page, { baseVersion: standing?.version ?? 0, mark })
      if (when === 'behind') throw new UnknownOutcomeError('the connection broke')
    }
    return result
  }
  const findPlace: TargetWiki['findPlace'] = async ({
    spaceIdOrKey,
    parentId,
    title,
    pageId,
    writer,
  }) => {
    const space = await findSpace(database, spaceIdOrKey, { writableBy: writer })
    if (space === undefined) return undefined
    const hasParent = parentId === space.homepageId || pages.get(parentId)?.spaceId === space.id
    if (!hasParent) return undefined
    const named = pageId === undefined ? undefined : findNamed(space.id, pageId)
    if (pageId !== undefined && named === undefined) return undefined
    const page = named ?? find(space.id, parentId, title)
    const obstacle = named && obstacleOf(named, parentId, title)
    const asked = { spaceId: Number(space.id), parentId, title }
    const isOpen = await hasOpenImport({ database, titleKey }, asked)
    return { space, parentId, existing: page && toExisting(space.key, page), obstacle, isOpen }
  }
  return {
    pages,
    edit,
    breakOnce: (when) => {
      breaking = when
    },
    interfere: (times) => {
      interferences = times
    },
    findPlace,
    async foresee({ existing }, { document, fields: { labels } }) {
      const outcome = foreseeOutcome(existing, document.digest, labels)
      return { outcome, adf: () => textOf(document.adf) }
    },
    async savePage(wanted, page, entry) {
      const place = await findPlace(wanted)
      if (place === undefined) return { outcome: 'not-found' }
      if (!isBracketed) {
        const result = await save(place, page, entry.importId)
        await database.read(sql`select 1 as one`)
        return result
      }
      const placed = { ...entry, spaceId: Number(place.space.id) }
      return bracketSave({ database, clock, titleKey }, placed, {
        save: (mark) => save(place, page, mark),
        async find(mark) {
          const found = [...pages.values()].find(({ marks }) => marks.includes(mark))
          if (found === undefined) return undefined
          const version = found.marks.indexOf(mark) + 1
          return resultOf(place.space, { ...found, version }, version === 1 ? 'created' : 'updated')
        },
      })
    },
    async listParents({ spaceId, search, userId }) {
      const space = await findSpace(database, spaceId, { writableBy: { userId } })
      if (space === undefined) return []
      const all = [{ id: space.homepageId, title: space.name, spaceId }, ...pages.values()]
      return all
        .filter((page) => page.spaceId === spaceId && page.title.includes(search))
        .map(({ id, title }) => ({
          id,
          title,
          ancestors: id === space.homepageId ? [] : [space.name],
        }))
    },
  }
}

/** Titles are compared as they are written. */
function titleKey(title: string): string {
  return title
}

function toExisting(spaceKey: string, { lastDigest, ...page }: MemoryPage) {
  return { ...page, lastImport: lastDigest, path: pagePath(spaceKey, page.id) }
}
