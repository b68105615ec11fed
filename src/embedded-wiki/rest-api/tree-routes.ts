/** The routes of the tree: pages above a page, and below it. @module */
import { listChildren, placeInList } from '../store/list-pages.ts'
import { listDescendants } from '../store/page-trees.ts'
import { listAncestors, type Page } from '../store/pages.ts'
import { type ApiCall, type ApiRoute, apiRoute } from './api-route.ts'
import { readConnectedChildren } from './connected-routes.ts'
import { pageAsked } from './find-asked.ts'
import { answerResults, checkListPlace, listPart, paged, sorted } from './paging.ts'
import { ids, integer } from './parameters.ts'
import { childShape } from './shapes.ts'

const childColumns = ['child-position', 'id', 'created-date', 'modified-date', 'title'] as const

const childParameters = {
  sort: sorted(childColumns, { by: 'child-position', isDescending: false }),
  'space-id': ids('The space that the page is in.'),
  ...paged(),
}

async function answerChildren(
  call: ApiCall<typeof childParameters>,
  shape: (page: Page) => object,
): Promise<Response> {
  const { c, asked, database, baseUrl } = call
  const { sort, limit, cursor: after } = asked
  const { spaceId, id: parentId } = await pageAsked(call)
  const part = { spaceId, parentId, order: sort, after, limit: limit + 1 }
  const found = await listChildren(database, part)
  const { shown, next } = listPart(found, limit, (page) =>
    sort.by === 'child-position' ? { id: page.id } : placeInList(page, sort.by),
  )
  return answerResults(c, shown.map(shape), next, baseUrl())
}

const directChildrenRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/direct-children',
  name: 'getPageDirectChildren',
  summary: 'List the pages right below a page',
  parameters: childParameters,
  gives: 'Children',
  answer: (call) => answerChildren(call, childShape),
  connected: { acts: ['limit', 'cursor'], answer: readConnectedChildren },
})

const childrenRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/children',
  name: 'getChildPages',
  summary: 'List the pages right below a page, as older programs ask',
  parameters: childParameters,
  gives: 'ChildPages',
  answer: (call) =>
    answerChildren(call, (page) => {
      const { type: _, ...shape } = childShape(page)
      return shape
    }),
})

const ancestorsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/ancestors',
  name: 'getPageAncestors',
  summary: 'List the pages above a page, from the top; of many, the nearest',
  parameters: { limit: paged().limit },
  gives: 'Ancestors',
  async answer(call) {
    const { c, asked, database, baseUrl } = call
    const above = await listAncestors(database, await pageAsked(call))
    const nearest = above.slice(-asked.limit).map(({ id }) => ({ id, type: 'page' }))
    return answerResults(c, nearest, undefined, baseUrl())
  },
})

const descendantsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/descendants',
  name: 'getPageDescendants',
  summary: 'List the pages below a page, a level after the other',
  parameters: {
    depth: integer('How many levels.', { max: 10, fallback: 2 }),
    ...paged(),
  },
  gives: 'Descendants',
  async answer(call) {
    const { c, asked, database, baseUrl } = call
    const { depth, cursor: after, limit } = asked
    checkListPlace({ cursor: after, sort: { by: 'depth' } })
    const part = { depth, after, limit: limit + 1 }
    const found = await listDescendants(database, await pageAsked(call), part)
    const { shown, next } = listPart(found, limit, ({ id, depth: value }) => ({ id, value }))
    const results = shown.map(({ id, title, parentId, depth: level, position = null }) => ({
      ...{ id, status: 'current', title, type: 'page', parentId },
      ...{ depth: level, childPosition: position },
    }))
    return answerResults(c, results, next, baseUrl())
  },
})

export const treeRoutes: readonly ApiRoute[] = [
  directChildrenRoute,
  childrenRoute,
  ancestorsRoute,
  descendantsRoute,
]
