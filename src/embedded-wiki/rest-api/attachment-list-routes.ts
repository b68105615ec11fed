/** The routes of attachments: the images and files that pages show. @module */
import {
  type AttachmentFilter,
  listPageAttachments,
} from '../store/attachments/list-attachments.ts'
import { type ApiCall, type ApiRoute, apiRoute } from './api-route.ts'
import { attachmentAsked, pageAsked } from './find-asked.ts'
import { notFound } from './host-api-error.ts'
import { included, operationsOf } from './page-answers.ts'
import { answerResults, checkListPlace, listPart, paged } from './paging.ts'
import { choice, choices, flag, integer, oneText } from './parameters.ts'
import { includedProperties, propertiesOfAttachment } from './property-answers.ts'
import { attachmentShape, attachmentTitle, titleDigits } from './shapes.ts'

const listParameters = {
  // An attachment never changes: both dates are one.
  sort: choice(
    'What to sort by; with `-`, the other way round.',
    ['created-date', '-created-date', 'modified-date', '-modified-date'],
    undefined,
  ),
  status: choices('Only those of pages of these statuses.', ['current', 'archived', 'trashed']),
  mediaType: oneText('Only those of this type.'),
  filename: oneText('Only those of this title.'),
  ...paged(50),
}

async function answerList(
  call: ApiCall<typeof listParameters>,
  chosen: Pick<AttachmentFilter, 'pageId'>,
): Promise<Response> {
  const { c, asked, database, holder, baseUrl } = call
  const { sort, status, mediaType: type, filename, limit, cursor: after } = asked
  checkListPlace({ cursor: after, sort: { by: 'created-date' } })
  const statuses = status?.filter((one) => one !== 'archived')
  const order = sort && { by: 'created-date' as const, isDescending: sort.startsWith('-') }
  // What is there is asked by its digest, which its title begins with.
  const digest = filename === undefined ? undefined : filename.slice(0, titleDigits)
  const isTitle = digest === undefined || /^[0-9a-f]{16}$/.test(digest)
  const filter = { ...chosen, readableBy: holder, digest, type, statuses, order, after }
  const found = isTitle ? await listPageAttachments(database, { ...filter, limit: limit + 1 }) : []
  const { shown, next } = listPart(found, limit, ({ id, createdAt }) => ({
    id,
    value: createdAt.getTime(),
  }))
  const named = shown.filter((one) => filename === undefined || attachmentTitle(one) === filename)
  return answerResults(c, named.map(attachmentShape), next, baseUrl())
}

const allRoute = apiRoute({
  method: 'GET',
  path: '/attachments',
  name: 'getAttachments',
  summary: 'List the attachments of all pages',
  parameters: listParameters,
  gives: 'Attachments',
  answer: (call) => answerList(call, {}),
})

const ofPageRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/attachments',
  name: 'getPageAttachments',
  summary: 'List the attachments of a page, in any of its versions',
  parameters: listParameters,
  gives: 'Attachments',
  async answer(call) {
    const { id } = await pageAsked(call)
    return answerList(call, { pageId: id })
  },
})

const oneRoute = apiRoute({
  method: 'GET',
  path: '/attachments/{id}',
  name: 'getAttachmentById',
  summary: 'Read of an attachment; its bytes are at its `downloadLink`',
  parameters: {
    version: integer('Its version: all have one.', { fallback: 1 }),
    'include-labels': flag('Tell its labels: it has none.'),
    'include-properties': flag('Tell its properties.'),
    'include-operations': flag('Tell what the token may do with it.'),
    'include-versions': flag('Tell its versions.'),
    'include-version': flag('Tell the version.', true),
    'include-collaborators': flag('Tell who wrote it.'),
  },
  gives: 'Attachment',
  async answer(call) {
    const { c, asked, baseUrl } = call
    const found = await attachmentAsked(call)
    if (asked.version !== 1) throw notFound()
    const { _links: links, version, ...shape } = attachmentShape(found)
    return c.json({
      ...shape,
      ...(asked['include-version'] && { version }),
      ...(asked['include-labels'] && { labels: included([]) }),
      ...(asked['include-properties'] && {
        properties: await includedProperties(call, propertiesOfAttachment(found)),
      }),
      ...(asked['include-operations'] && {
        operations: included(await operationsOf(call, found.spaceId, 'attachment')),
      }),
      ...(asked['include-versions'] && { versions: included([version]) }),
      ...(asked['include-collaborators'] && { collaborators: included([found.authorId]) }),
      _links: { ...(links as object), base: baseUrl() },
    })
  },
})

const operationsRoute = apiRoute({
  method: 'GET',
  path: '/attachments/{id}/operations',
  name: 'getAttachmentOperations',
  summary: 'List what the token may do with an attachment',
  gives: 'Operations',
  async answer(call) {
    const { spaceId } = await attachmentAsked(call)
    return call.c.json({ operations: await operationsOf(call, spaceId, 'attachment') })
  },
})

export const attachmentListRoutes: readonly ApiRoute[] = [
  allRoute,
  ofPageRoute,
  oneRoute,
  operationsRoute,
]
