/** The request for reservations: pages that get their ids and addresses before they exist. @module */
import { z } from 'zod'
import {
  anyText,
  arrayOf,
  atMost,
  type FieldProblem,
  fieldRule,
  optionalText,
  row,
  shortText,
  title,
} from './fields.ts'
import { contractLimits } from './limits.ts'
import type { ValueOf } from './values.ts'

const { maxIdLength, maxRefLength, maxReservedPages } = contractLimits

const ids = (meaning: string) =>
  arrayOf('page ids', shortText('id of a page', maxIdLength), maxReservedPages)
    .default([])
    .describe(meaning)

const page = row({
  // Not trimmed, because the answer repeats it.
  ref: atMost(anyText('a name for the page in this request and its answer'), maxRefLength),
  pageTitle: title('title of the page'),
  parentId: optionalText('id of the parent page, or of its reservation', maxIdLength),
  parentRef: atMost(
    anyText('the parent page, by its `ref` in this request'),
    maxRefLength,
  ).optional(),
}).meta({ oneOf: [withMember('parentId'), withMember('parentRef')] })

/** The JSON Schema of an object with this member. */
function withMember(name: string): object {
  return { type: 'object', required: [name], properties: { [name]: { type: 'string' } } }
}

type SentPage = z.output<typeof page>

export const reservationRequest = z.object({
  spaceId: shortText('the space, by id or key', maxIdLength),
  pages: arrayOf('objects', page, maxReservedPages).check(fieldRule(relationProblem)),
  arrangeBelow: ids(
    'pages that were imported below these are put into order, where another wiki shows another one',
  ),
  findPages: ids('pages of the space that are looked for'),
})

export type ReservationFields = ValueOf<typeof reservationRequest>

function relationProblem(pages: readonly SentPage[]): FieldProblem | undefined {
  const indexes = new Map<string, number>()
  for (const [index, { ref }] of pages.entries()) {
    const firstIndex = indexes.get(ref)
    if (firstIndex !== undefined) {
      return {
        path: [index, 'ref'],
        message: `must differ from all others, but pages[${firstIndex}] has it`,
      }
    }
    indexes.set(ref, index)
  }
  for (const [index, { parentId, parentRef }] of pages.entries()) {
    if (parentId !== undefined && parentRef !== undefined) {
      return { path: [index], message: 'must have parentId or parentRef, and not both' }
    }
    if (parentId === undefined && parentRef === undefined) {
      const message = 'is required: id of the parent page, unless parentRef names it'
      return { path: [index, 'parentId'], message }
    }
    if (parentRef !== undefined && !indexes.has(parentRef)) {
      return { path: [index, 'parentRef'], message: 'must be the ref of a page in this request' }
    }
  }
  const circle = findCircle(pages.map(({ parentRef = '' }) => indexes.get(parentRef)))
  if (circle === undefined) return undefined
  const message = 'leads in a circle: the page would stand below itself'
  return { path: [circle, 'parentRef'], message }
}

/** Each page is visited once, so the check takes linear time. */
function findCircle(parents: readonly (number | undefined)[]): number | undefined {
  const walkOf = new Map<number, number>()
  for (const start of parents.keys()) {
    let index: number | undefined = start
    while (index !== undefined && !walkOf.has(index)) {
      walkOf.set(index, start)
      index = parents[index]
    }
    if (index !== undefined && walkOf.get(index) === start) return index
  }
  return undefined
}
