/** The routes of labels: which there are, and which pages have one. @module */
import type { ListOrder } from '../../database/list-order.ts'
import { listPages, placeInList } from '../store/list-pages.ts'
import { type Label, labelNamed, listPageLabels } from '../store/page-labels.ts'
import { type ApiCall, type ApiRoute, apiRoute } from './api-route.ts'
import { listedFormats } from './body-formats.ts'
import { pageAsked } from './find-asked.ts'
import { notFound } from './host-api-error.ts'
import { answerPages } from './page-answers.ts'
import {
  answerResults,
  listPart,
  type PagedParameters,
  type PartOfList,
  paged,
  sorted,
} from './paging.ts'
import { choice, choices, ids, type Parameter, readPathId } from './parameters.ts'
import { labelShape } from './shapes.ts'

const prefixes = ['my', 'team', 'global', 'system']

type LabelParameters = PagedParameters & {
  readonly prefix: Parameter<string[] | undefined>
  readonly sort: Parameter<ListOrder<'id' | 'name'>>
}

export const labelParameters: LabelParameters = {
  prefix: choices('Only labels of these prefixes: all are `global`.', prefixes),
  sort: sorted(['name', 'id'], { by: 'name', isDescending: false }),
  ...paged(),
}

type LabelCall = Pick<ApiCall<LabelParameters>, 'asked'>

/** The part of labels that a request asks for. */
function partOf({ asked }: LabelCall, all: readonly Label[]): PartOfList<Label> {
  const { compare, isListed } = orderOf(asked)
  const found = all.filter(isListed).sort(compare)
  return listPart(found, asked.limit, ({ id, name }) => ({ id, value: name }))
}

function orderOf({ sort, cursor, prefix }: LabelCall['asked']) {
  const way = sort.isDescending ? -1 : 1
  const compare = (one: Label, other: Label): number =>
    way * (sort.by === 'id' ? Number(one.id) - Number(other.id) : compareNames(one, other))
  const last = cursor && { id: cursor.id, name: String(cursor.value) }
  const isWanted = prefix === undefined || prefix.includes('global')
  const isListed = (label: Label): boolean =>
    isWanted && (last === undefined || compare(label, last) > 0)
  return { compare, isListed }
}

function compareNames({ name: one }: Label, { name: other }: Label): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/**
 * List the part that a request asks for of the labels of pages in one space, or in all that may be read.
 */
export async function listLabelsAsked(
  call: ApiCall<LabelParameters>,
  spaceId?: string,
  isWanted: (label: Label) => boolean = () => true,
): Promise<PartOfList<Label>> {
  const { database, holder, asked } = call
  const { compare, isListed } = orderOf(asked)
  const filter = {
    readableBy: holder,
    spaceId,
    isListed: (label: Label) => isWanted(label) && isListed(label),
  }
  const found = await listPageLabels(database, filter, compare, asked.limit + 1)
  return listPart(found, asked.limit, ({ id, name }) => ({ id, value: name }))
}

const allLabels = { ...labelParameters, 'label-id': ids('Only labels of these ids.') }

const labelsRoute = apiRoute({
  method: 'GET',
  path: '/labels',
  name: 'getLabels',
  summary: 'List the labels of all pages',
  parameters: allLabels,
  gives: 'Labels',
  async answer(call) {
    const { c, asked, baseUrl } = call
    const wanted = asked['label-id']
    const { shown, next } = await listLabelsAsked(
      call,
      undefined,
      ({ id }) => wanted === undefined || wanted.includes(id),
    )
    return answerResults(c, shown.map(labelShape), next, baseUrl())
  },
})

const pageLabelsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/labels',
  name: 'getPageLabels',
  summary: 'List the labels of a page',
  parameters: labelParameters,
  gives: 'Labels',
  async answer(call) {
    const { version } = await pageAsked(call)
    const { shown, next } = partOf(call, version.labels.map(labelNamed))
    return answerResults(call.c, shown.map(labelShape), next, call.baseUrl())
  },
})

const labelledPagesRoute = apiRoute({
  method: 'GET',
  path: '/labels/{id}/pages',
  name: 'getLabelPages',
  summary: 'List the pages with a label',
  parameters: {
    'space-id': ids('Only pages of these spaces.'),
    'body-format': choice('In which form to give bodies.', listedFormats, undefined),
    sort: sorted(['id', 'created-date', 'modified-date', 'title'], {
      by: 'id',
      isDescending: false,
    }),
    ...paged(),
  },
  gives: 'Pages',
  async answer(call) {
    const { c, asked, database, holder } = call
    const id = readPathId(c)
    const filter = { readableBy: holder, isListed: (one: Label) => one.id === id }
    const [label] = await listPageLabels(database, filter, compareNames, 1)
    if (label === undefined) throw notFound()
    const found = await listPages(database, {
      label: label.name,
      spaceId: asked['space-id'],
      readableBy: holder,
      order: asked.sort,
      after: asked.cursor,
      limit: asked.limit + 1,
    })
    const place = (page: (typeof found)[number]) => placeInList(page, asked.sort.by)
    return answerPages(call, listPart(found, asked.limit, place), asked['body-format'], place)
  },
})

export const labelRoutes: readonly ApiRoute[] = [labelsRoute, pageLabelsRoute, labelledPagesRoute]
