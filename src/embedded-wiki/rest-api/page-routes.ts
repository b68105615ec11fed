/** The routes that read pages. @module */
import { listChildren, listPages, type PageColumn, placeInList } from '../store/list-pages.ts'
import { labelNamed } from '../store/page-labels.ts'
import { listVersions, type PageWithBody } from '../store/pages.ts'
import { type ApiCall, type ApiRoute, apiRoute } from './api-route.ts'
import { bodyFormats, listedFormats } from './body-formats.ts'
import { readConnectedPage, readConnectedPages } from './connected-routes.ts'
import { pageAsked, spaceAsked } from './find-asked.ts'
import { notFound } from './host-api-error.ts'
import { answerOnePage, answerPages, included, maxIncluded, operationsOf } from './page-answers.ts'
import { listPart, paged, sorted } from './paging.ts'
import { choice, choices, flag, ids, impossible, integer, oneText } from './parameters.ts'
import { includedProperties, propertiesOfPage } from './property-answers.ts'
import { childShape, labelShape, versionShape } from './shapes.ts'

/** Two of them are all that pages have here; of the others there are none. */
export const listedStatuses = ['current', 'archived', 'deleted', 'trashed'] as const

/** Without `sort` pages are in the order of their ids; of a title, those that have it case and all come first. */
const pageColumns = ['id', 'created-date', 'modified-date', 'title'] as const

const listParameters = {
  title: oneText('Only pages of this title, without the case of Latin letters.'),
  status: choices('Only pages of these statuses; `current` without it.', listedStatuses),
  sort: sorted(pageColumns, { by: 'id' as PageColumn, isDescending: false }),
  'body-format': choice('In which form to give bodies.', listedFormats, undefined),
  ...paged(),
}

interface PageChoice {
  readonly ids?: readonly string[] | undefined
  readonly spaceId?: string | readonly string[] | undefined
  readonly isTop?: boolean
}

async function listAsked(
  call: ApiCall<typeof listParameters>,
  chosen: PageChoice,
): Promise<Response> {
  const { c, asked, database, holder } = call
  const { title, status, cursor, limit } = asked
  const isByMatch = title !== undefined && c.req.query('sort') === undefined
  const sort = isByMatch ? ({ by: 'match', isDescending: false } as const) : asked.sort
  const found = await listPages(database, {
    ...chosen,
    title,
    statuses: status?.filter((one) => one === 'current' || one === 'trashed'),
    readableBy: holder,
    order: sort,
    after: cursor,
    limit: limit + 1,
  })
  const place = (page: (typeof found)[number]) => placeInList(page, sort.by, title)
  return answerPages(call, listPart(found, limit, place), asked['body-format'], place)
}

const listPagesRoute = apiRoute({
  method: 'GET',
  path: '/pages',
  name: 'getPages',
  summary: 'List pages',
  parameters: {
    id: ids('Only pages of these ids.'),
    'space-id': ids('Only pages of these spaces.'),
    subtype: choice('Only pages of a subtype: none is `live`.', ['live', 'page'], undefined),
    ...listParameters,
  },
  gives: 'Pages',
  answer: (call) => {
    const { id, subtype } = call.asked
    const spaceId = call.asked['space-id']
    return listAsked(call, { ids: subtype === 'live' ? [] : id, spaceId })
  },
  connected: { acts: ['id', 'status', 'limit', 'cursor'], answer: readConnectedPages },
})

const pagesOfSpaceRoute = apiRoute({
  method: 'GET',
  path: '/spaces/{id}/pages',
  name: 'getPagesInSpace',
  summary: 'List the pages of a space',
  parameters: {
    depth: choice('`root`: only the page at the top.', ['all', 'root'], 'all'),
    ...listParameters,
  },
  gives: 'Pages',
  async answer(call) {
    const { id } = await spaceAsked(call)
    return listAsked(call, { spaceId: id, isTop: call.asked.depth === 'root' })
  },
})

const pageParameters = {
  'body-format': choice(
    'In which form to give the body; `markdown` is of this wiki.',
    [...bodyFormats, 'none'],
    'none',
  ),
  version: integer('A version of it.', { fallback: undefined }),
  status: choices('Only a page of these statuses.', [...listedStatuses, 'historical', 'draft']),
  'space-id': ids('The space that it is in; of a connected space, the id is one of Confluence.'),
  'get-draft': impossible('There are no drafts.'),
  'include-labels': flag('Tell its labels.'),
  'include-properties': flag('Tell its properties.'),
  'include-operations': flag('Tell what the token may do with it.'),
  'include-likes': flag('Tell who likes it: nobody can.'),
  'include-versions': flag('Tell its versions, the newest first.'),
  'include-version': flag('Tell the version.', true),
  'include-favorited-by-current-user-status': flag('Tell whether it is a favourite: none is.'),
  'include-webresources': impossible('Bodies need none.'),
  'include-collaborators': flag('Tell who wrote its last versions.'),
  'include-direct-children': flag('Tell the pages right below it.'),
}

const pageRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}',
  name: 'getPageById',
  summary: 'Read a page',
  parameters: pageParameters,
  gives: 'OnePage',
  async answer(call) {
    const { version, status, 'body-format': format } = call.asked
    const page = await pageAsked(call, version)
    const statuses: string[] = [page.status, ...(version === undefined ? [] : ['historical'])]
    if (status?.every((one) => !statuses.includes(one))) throw notFound()
    const more = await includedIn(call, page)
    return answerOnePage(call, page, format === 'none' ? undefined : format, more)
  },
  connected: { acts: ['body-format'], answer: readConnectedPage },
})

async function includedIn(
  call: ApiCall<typeof pageParameters>,
  page: PageWithBody,
): Promise<Readonly<Record<string, unknown>>> {
  const { asked, database } = call
  const limit = maxIncluded + 1
  const hasVersions = asked['include-versions'] || asked['include-collaborators']
  const versions = hasVersions ? await listVersions(database, page, { limit }) : []
  const { spaceId, id: parentId } = page
  const children = asked['include-direct-children']
    ? await listChildren(database, { spaceId, parentId, limit })
    : []
  return {
    ...(!asked['include-version'] && { version: undefined }),
    ...(asked['include-labels'] && {
      labels: included(page.version.labels.map(labelNamed).map(labelShape)),
    }),
    ...(asked['include-properties'] && {
      properties: await includedProperties(call, propertiesOfPage(page)),
    }),
    ...(asked['include-operations'] && {
      operations: included(await operationsOf(call, spaceId, 'page')),
    }),
    ...(asked['include-likes'] && { likes: included([]) }),
    ...(asked['include-versions'] && { versions: included(versions.map(versionShape)) }),
    ...(asked['include-collaborators'] && {
      collaborators: included([...new Set(versions.map(({ authorId }) => authorId))]),
    }),
    ...(asked['include-direct-children'] && {
      directChildren: included(children.map(childShape)),
    }),
    ...(asked['include-favorited-by-current-user-status'] && { isFavoritedByCurrentUser: false }),
  }
}

const pageOperationsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/operations',
  name: 'getPageOperations',
  summary: 'List what the token may do with a page',
  gives: 'Operations',
  async answer(call) {
    const { spaceId } = await pageAsked(call)
    return call.c.json({ operations: await operationsOf(call, spaceId, 'page') })
  },
})

export const pageRoutes: readonly ApiRoute[] = [
  listPagesRoute,
  pagesOfSpaceRoute,
  pageRoute,
  pageOperationsRoute,
]
