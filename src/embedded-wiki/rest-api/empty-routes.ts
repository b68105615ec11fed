/**
 * What Confluence has and this wiki has not: lists of it are empty, and nothing of it is made. Programs
 * that ask for comments before they go on are told the truth so.
 * @module
 */
import { type ApiRoute, apiRoute } from './api-route.ts'
import { pageAsked } from './find-asked.ts'
import { invalidRequest } from './host-api-error.ts'
import { listedStatuses } from './page-routes.ts'
import { answerResults, paged, sorted } from './paging.ts'
import { choice, choices, type Parameters } from './parameters.ts'

const dates = sorted(['created-date', 'modified-date'], { by: 'created-date', isDescending: false })
const ofComments = {
  'body-format': choice('In which form.', ['storage', 'atlas_doc_format'], undefined),
  status: choices('Of which statuses.', [...listedStatuses, 'historical', 'draft']),
  sort: dates,
  ...paged(),
}

interface EmptyList {
  readonly path: string
  readonly name: string
  readonly what: string
  readonly parameters: Parameters
}

const emptyLists: readonly EmptyList[] = [
  {
    path: '/pages/{id}/footer-comments',
    name: 'getPageFooterComments',
    what: 'comments below a page',
    parameters: ofComments,
  },
  {
    path: '/pages/{id}/inline-comments',
    name: 'getPageInlineComments',
    what: 'comments in a page',
    parameters: {
      ...ofComments,
      'resolution-status': choices('Of which state.', [
        ...['resolved', 'open', 'dangling', 'reopened'],
      ]),
    },
  },
  {
    path: '/pages/{id}/likes/users',
    name: 'getPageLikeUsers',
    what: 'likes of a page',
    parameters: paged(),
  },
]

const listRoutes = emptyLists.map(({ path, name, what, parameters }) =>
  apiRoute({
    method: 'GET',
    path,
    name,
    summary: `List the ${what}: there are none`,
    parameters,
    gives: 'Nothing',
    async answer(call) {
      await pageAsked(call)
      return answerResults(call.c, [], undefined, call.baseUrl())
    },
  }),
)

const likesRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/likes/count',
  name: 'getPageLikeCount',
  summary: 'Count the likes of a page: there are none',
  gives: 'Count',
  async answer(call) {
    await pageAsked(call)
    return call.c.json({ count: 0 })
  },
})

/** Programs take a 404 for a page that is gone. */
const impossibleRoutes = (
  [
    ['POST', '/spaces', 'createSpace'],
    ['POST', '/blogposts', 'createBlogPost'],
    ['POST', '/custom-content', 'createCustomContent'],
    ['POST', '/whiteboards', 'createWhiteboard'],
    ['POST', '/databases', 'createDatabase'],
    ['POST', '/embeds', 'createSmartLink'],
    ['POST', '/folders', 'createFolder'],
    ['GET', '/tasks', 'getTasks'],
    ['POST', '/footer-comments', 'createFooterComment'],
    ['POST', '/inline-comments', 'createInlineComment'],
    ['POST', '/pages/{id}/redact', 'redactPage'],
    ['DELETE', '/attachments/{id}', 'deleteAttachment'],
  ] as const
).map(([method, path, name]) =>
  apiRoute({
    method,
    path,
    name,
    summary: 'Not possible in this wiki: 400',
    async answer() {
      throw invalidRequest(`${method} ${path} is not possible in this wiki.`)
    },
  }),
)

export const emptyRoutes: readonly ApiRoute[] = [...listRoutes, likesRoute, ...impossibleRoutes]
