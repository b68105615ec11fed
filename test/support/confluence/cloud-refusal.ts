/** What Cloud says when it refuses: REST v2, and v1 where v2 lacks a route. @module */
import type { Answer } from './exchange.ts'
import type { RefusalReason } from './refusal.ts'

export function v2Refusal(reason: RefusalReason): Answer {
  const [status, title] = refusalText(reason)
  if (reason.kind === 'bad-body') return { status, text: title }
  return v2Error(status, title)
}

export function v2Error(
  status: number,
  title: string,
  code: string = codes[status] ?? 'ERROR',
): Answer {
  // The code is a text for conflicts, and else a number.
  const told = status === 409 ? String(status) : status
  return { status, body: { errors: [{ status: told, code, title, detail: null }] } }
}

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
}

function refusalText(reason: RefusalReason): [number, string] {
  switch (reason.kind) {
    case 'title-taken':
      return [
        400,
        'A page with this title already exists: A page already exists with the same TITLE in this space',
      ]
    case 'stale':
      return [
        409,
        `Version must be incremented when updating a page. Current Version: [${reason.current}]. Provided version: [${reason.provided}]`,
      ]
    case 'no-page':
    case 'no-parent':
      return [404, `Cannot find a page with id [${reason.id}]`]
    case 'restricted':
      return [404, reason.isNamed ? `Cannot find a page with id [${reason.id}]` : 'Not Found']
    case 'no-folder':
      return [404, `Content with id: [${reason.id}] not found`]
    case 'no-space':
      return [404, `Cannot find a space with id [${reason.id}]`]
    case 'no-property':
      return [404, `Could not find property with id [${reason.id}]`]
    case 'property-exists':
      return [409, `A property with the key ${reason.key} already exists`]
    case 'property-stale':
      return [409, `Version must be incremented when updating property ${reason.key}`]
    case 'same-file':
      return [
        400,
        `Cannot add a new attachment with same file name as an existing attachment: ${reason.name}`,
      ]
    case 'bad-label':
      return [400, 'Could not add labels to content']
    case 'too-large':
      return [413, 'Request is too large in size (over 5 MB)']
    case 'optimistic-lock':
      return [
        409,
        'OptimisticLockException: Batch update returned unexpected row count from update [0]',
      ]
    case 'bad-body':
      return [400, 'Invalid message']
    case 'forbidden':
      return [403, reason.message]
    case 'bad-request':
      return [400, reason.message]
  }
}

export function cloudV1Refusal(reason: RefusalReason): Answer {
  const [status, title] = refusalText(reason)
  const isReason = reason.kind === 'bad-request'
  const errors = isReason ? [{ message: { key: title, args: [] } }] : []
  const data = { authorized: isReason, valid: !isReason, errors, successful: false }
  const message = `com.atlassian.confluence.api.service.exceptions.BadRequestException: ${isReason ? 'Could not change content' : title}`
  return { status, body: { statusCode: status, data, message } }
}
