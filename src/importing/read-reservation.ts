/** Reads and checks a request for reservations, in a worker because it may be long. @module */

import { importFields } from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import type { Message } from '../isolation/frames.ts'
import {
  checkPageTitle,
  checkString,
  checkText,
  checkUnknownFields,
  nameType,
  wrongField,
} from './check-text.ts'
import { parseObject } from './read-request.ts'
import type { PageToReserve } from './target-wiki.ts'

export interface ReservationFields {
  readonly spaceId: string
  readonly refs: readonly string[]
  readonly pages: readonly PageToReserve[]
  readonly arrangeBelow: readonly string[]
  readonly findPages: readonly string[]
  readonly unknownFields: readonly string[]
}

const { maxIdLength, maxReservedPages, maxRefLength } = contractLimits

/**
 * @returns The `ReservationFields`, as the message's value.
 * @throws {RequestError} `bad-request` naming the field.
 */
export function readReservation({ parts: [body] }: Message): Message {
  const { spaceId: space, pages: sent, ...others } = parseObject(body as Uint8Array)
  const { meaning } = importFields.spaceId
  const spaceId = checkText(space, { name: 'spaceId', meaning, maxLength: maxIdLength })
  const arrangeBelow = checkIds(others, 'arrangeBelow')
  const findPages = checkIds(others, 'findPages')
  const members = checkList(sent)
  const unknownFields = [
    ...Object.keys(others).filter((name) => !Object.hasOwn(idMeanings, name)),
    ...members.flatMap((page, index) =>
      unknownOfPage(page).map((name) => `pages[${index}].${name}`),
    ),
  ]
  checkUnknownFields(unknownFields)
  const refs = members.map(({ ref }, index) => checkRef(ref, `pages[${index}].ref`))
  const indexes = indexesOf(refs)
  const pages = members.map(({ pageTitle, parentId, parentRef }, index): PageToReserve => {
    const name = `pages[${index}]`
    const title = checkPageTitle(pageTitle, `${name}.pageTitle`)
    if (parentRef !== undefined && parentId !== undefined) {
      throw wrongField(name, `${name} must have parentId or parentRef, and not both.`)
    }
    const parent =
      parentRef === undefined
        ? { id: checkParentId(parentId, `${name}.parentId`) }
        : { index: findParent(parentRef, `${name}.parentRef`, indexes) }
    return { title, parent }
  })
  checkCircles(pages)
  const value: ReservationFields = { spaceId, refs, pages, arrangeBelow, findPages, unknownFields }
  return { value, parts: [] }
}

const pageFields = ['ref', 'pageTitle', 'parentId', 'parentRef'] as const
type SentPage = Readonly<Record<(typeof pageFields)[number], unknown>>

function unknownOfPage(page: SentPage): string[] {
  return Object.keys(page).filter((name) => !pageFields.some((known) => known === name))
}

function checkList(pages: unknown): SentPage[] {
  if (pages === undefined) throw wrongField('pages', 'pages is required: an array of objects.')
  if (!Array.isArray(pages)) {
    throw wrongField('pages', `pages must be an array of objects, got ${nameType(pages)}.`)
  }
  if (pages.length > maxReservedPages) {
    throw wrongField('pages', `pages must be at most ${maxReservedPages}, got ${pages.length}.`)
  }
  return pages.map((page: unknown, index) => {
    if (typeof page === 'object' && page !== null && !Array.isArray(page)) return page as SentPage
    const name = `pages[${index}]`
    throw wrongField(name, `${name} must be an object, got ${nameType(page)}.`)
  })
}

const idMeanings = {
  arrangeBelow: 'id of a page whose children are to be in order',
  findPages: 'id of a page',
} as const

function checkIds(members: Readonly<Record<string, unknown>>, name: keyof typeof idMeanings) {
  const ids = members[name]
  if (ids === undefined) return []
  if (!Array.isArray(ids)) {
    throw wrongField(name, `${name} must be an array of page ids, got ${nameType(ids)}.`)
  }
  if (ids.length > maxReservedPages) {
    throw wrongField(name, `${name} must be at most ${maxReservedPages}, got ${ids.length}.`)
  }
  const meaning = idMeanings[name]
  return ids.map((id: unknown, index) =>
    checkText(id, { name: `${name}[${index}]`, meaning, maxLength: maxIdLength }),
  )
}

/** Refs are not normalized, because the answer repeats them. */
function checkRef(value: unknown, name: string): string {
  const meaning = 'a name for the page in this request and its answer'
  const ref = checkString(value, { name, meaning })
  if (ref.length <= maxRefLength) return ref
  throw wrongField(name, `${name} must be 1 to ${maxRefLength} characters, got ${ref.length}.`)
}

function checkParentId(value: unknown, name: string): string {
  const meaning = `${importFields.parentId.meaning}, unless parentRef names it`
  return checkText(value, { name, meaning, maxLength: maxIdLength })
}

function indexesOf(refs: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>()
  for (const [index, ref] of refs.entries()) {
    const other = indexes.get(ref)
    if (other !== undefined) {
      const name = `pages[${index}].ref`
      throw wrongField(name, `${name} must differ from all others, but pages[${other}] has it.`)
    }
    indexes.set(ref, index)
  }
  return indexes
}

function findParent(value: unknown, name: string, indexes: ReadonlyMap<string, number>): number {
  const index = indexes.get(checkRef(value, name))
  if (index === undefined) {
    throw wrongField(name, `${name} must be the ref of a page in this request.`)
  }
  return index
}

/** Each page is visited once, so the check takes linear time. */
function checkCircles(pages: readonly PageToReserve[]): void {
  const walkOf = new Map<number, number>()
  for (const start of pages.keys()) {
    let index: number | undefined = start
    while (index !== undefined && !walkOf.has(index)) {
      walkOf.set(index, start)
      index = parentIndex(pages, index)
    }
    if (index !== undefined && walkOf.get(index) === start) {
      const name = `pages[${index}].parentRef`
      throw wrongField(name, `${name} leads in a circle: the page would stand below itself.`)
    }
  }
}

function parentIndex(pages: readonly PageToReserve[], index: number): number | undefined {
  const parent = pages[index]?.parent
  return parent !== undefined && 'index' in parent ? parent.index : undefined
}
