/** The routes of spaces. @module */
import { listSpacesInOrder, spacePlace } from '../../importing/spaces.ts'
import { type ApiRoute, apiRoute } from './api-route.ts'
import { asConnected, spaceAsked } from './find-asked.ts'
import { labelParameters, listLabelsAsked } from './label-routes.ts'
import { included, operationsOf } from './page-answers.ts'
import { answerResults, listPart, paged, sorted } from './paging.ts'
import { choice, flag, ids, impossible, manyTexts, oneText } from './parameters.ts'
import { includedProperties, propertiesOfSpace } from './property-answers.ts'
import { labelShape, spaceShape } from './shapes.ts'

const descriptionFormat = choice(
  'Of the description, which no space has.',
  ['plain', 'view'],
  undefined,
)
const includeIcon = flag('Tell the icon, which no space has.')

const types = [
  ...['global', 'collaboration', 'knowledge_base', 'personal', 'system', 'onboarding'],
  'xflow_sample_space',
]

const listSpacesRoute = apiRoute({
  method: 'GET',
  path: '/spaces',
  name: 'getSpaces',
  summary: 'List spaces',
  parameters: {
    ids: ids('Only spaces of these ids.'),
    keys: manyTexts('Only spaces of these keys, whatever their case.'),
    type: choice('Only spaces of a type: all are `global`.', types, undefined),
    status: choice(
      'Only spaces of a status: all are `current`.',
      ['current', 'archived'],
      undefined,
    ),
    labels: manyTexts('Only spaces with one of these labels: spaces have none.'),
    'favorited-by': oneText('Only spaces that somebody marked as a favourite: nobody did.'),
    'not-favorited-by': oneText('Only spaces that somebody did not mark: all.'),
    sort: sorted(['id', 'key', 'name'], { by: 'id', isDescending: false }),
    'description-format': descriptionFormat,
    'include-icon': includeIcon,
    ...paged(),
  },
  gives: 'Spaces',
  async answer(call) {
    const { c, asked, database, holder, baseUrl } = call
    const { type = 'global', status = 'current', sort, limit } = asked
    const isNone =
      type !== 'global' || status !== 'current' || asked.labels || asked['favorited-by']
    const found = isNone
      ? []
      : await listSpacesInOrder(database, {
          keys: asked.keys,
          ids: asked.ids,
          readableBy: holder,
          order: sort,
          after: asked.cursor,
          limit: limit + 1,
        })
    const { shown, next } = listPart(found, limit, (space) => spacePlace(space, sort.by))
    const spaces = await Promise.all(shown.map((space) => asConnected(space, call)))
    return answerResults(c, spaces.map(spaceShape), next, baseUrl())
  },
})

const spaceRoute = apiRoute({
  method: 'GET',
  path: '/spaces/{id}',
  name: 'getSpaceById',
  summary: 'Read a space',
  parameters: {
    'description-format': descriptionFormat,
    'include-icon': includeIcon,
    'include-labels': flag('Tell its labels: it has none.'),
    'include-operations': flag('Tell what the token may do in it.'),
    'include-properties': flag('Tell its properties.'),
    'include-permissions': impossible('Permissions are not told.'),
    'include-role-assignments': impossible('There are no roles.'),
  },
  gives: 'Space',
  async answer(call) {
    const { c, asked, baseUrl } = call
    const space = await spaceAsked(call)
    const { _links: links, ...shape } = spaceShape(await asConnected(space, call))
    return c.json({
      ...shape,
      ...(asked['include-labels'] && { labels: included([]) }),
      ...(asked['include-properties'] && {
        properties: await includedProperties(call, propertiesOfSpace(space)),
      }),
      ...(asked['include-operations'] && {
        operations: included(await operationsOf(call, space.id, 'space')),
      }),
      _links: { ...(links as object), base: baseUrl() },
    })
  },
})

const spaceLabelsRoute = apiRoute({
  method: 'GET',
  path: '/spaces/{id}/content/labels',
  name: 'getSpaceContentLabels',
  summary: 'List the labels of the pages of a space',
  parameters: labelParameters,
  gives: 'Labels',
  async answer(call) {
    const { c, baseUrl } = call
    const { id } = await spaceAsked(call)
    const { shown, next } = await listLabelsAsked(call, id)
    return answerResults(c, shown.map(labelShape), next, baseUrl())
  },
})

const noLabelsRoute = apiRoute({
  method: 'GET',
  path: '/spaces/{id}/labels',
  name: 'getSpaceLabels',
  summary: 'List the labels of a space: it has none',
  parameters: labelParameters,
  gives: 'Nothing',
  async answer(call) {
    await spaceAsked(call)
    return answerResults(call.c, [], undefined, call.baseUrl())
  },
})

const spaceOperationsRoute = apiRoute({
  method: 'GET',
  path: '/spaces/{id}/operations',
  name: 'getSpaceOperations',
  summary: 'List what the token may do in a space',
  gives: 'Operations',
  async answer(call) {
    const { id } = await spaceAsked(call)
    return call.c.json({ operations: await operationsOf(call, id, 'space') })
  },
})

export const spaceApiRoutes: readonly ApiRoute[] = [
  listSpacesRoute,
  spaceRoute,
  spaceLabelsRoute,
  noLabelsRoute,
  spaceOperationsRoute,
]
