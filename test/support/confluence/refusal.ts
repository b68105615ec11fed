/** What a simulated site refuses, in the words and forms of its kind. @module */
import type { Answer } from './exchange.ts'

export type RefusalReason =
  | { readonly kind: 'title-taken'; readonly title: string; readonly spaceKey: string }
  | { readonly kind: 'stale'; readonly current: number; readonly provided: number }
  | { readonly kind: 'no-page' | 'no-folder' | 'no-parent' | 'no-space'; readonly id: string }
  | { readonly kind: 'restricted'; readonly id: string; readonly isNamed: boolean }
  | { readonly kind: 'no-property'; readonly id: string }
  | { readonly kind: 'property-exists' | 'property-stale'; readonly key: string }
  | { readonly kind: 'same-file'; readonly name: string }
  | { readonly kind: 'bad-label' | 'too-large' | 'optimistic-lock' }
  | { readonly kind: 'bad-request' | 'bad-body' | 'forbidden'; readonly message: string }

export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(JSON.stringify(reason))
    this.name = 'Refusal'
    this.reason = reason
  }
}

type Told = readonly [status: number, words: string]

/** Cloud's words, which are Data Center's as well where nobody reads the difference. */
function cloudWords(reason: RefusalReason): Told {
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
    case 'restricted':
      return [404, reason.isNamed ? `Cannot find a page with id [${reason.id}]` : 'Not Found']
    case 'no-page':
    case 'no-parent':
    case 'no-folder':
    case 'no-space':
    case 'no-property':
      return [404, `Cannot find a ${reason.kind.replace(/^no-/, '')} with id [${reason.id}]`]
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
    case 'forbidden':
      return [403, reason.message]
    case 'bad-body':
    case 'bad-request':
      return [400, reason.message]
  }
}

function dataCenterWords(reason: RefusalReason): Told {
  switch (reason.kind) {
    case 'title-taken':
      return [
        400,
        `A page with this title already exists: A page already exists with the title ${reason.title} in the space with key ${reason.spaceKey}`,
      ]
    case 'restricted':
      return [
        403,
        `Could not update Content of type : class com.atlassian.confluence.pages.Page with id ${reason.id}`,
      ]
    case 'optimistic-lock':
      return [
        409,
        'Batch update returned unexpected row count from update [0]; nested exception is StaleStateException',
      ]
    default:
      return cloudWords(reason)
  }
}

export function v2Refusal(reason: RefusalReason): Answer {
  const [status, title] = cloudWords(reason)
  // Such a body is refused before anything reads it.
  return reason.kind === 'bad-body' ? { status, text: 'Invalid message' } : v2Error(status, title)
}

export function v2Error(status: number, title: string, code = codes[status]): Answer {
  // The status is a text for conflicts, and else a number.
  const told = status === 409 ? String(status) : status
  return { status, body: { errors: [{ status: told, code, title, detail: null }] } }
}

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
}

const exception = 'com.atlassian.confluence.api.service.exceptions.BadRequestException: '

export function cloudV1Refusal(reason: RefusalReason): Answer {
  const [status, words] = cloudWords(reason)
  return reason.kind === 'bad-request'
    ? v1Error(status, `${exception}Could not change content`, { key: words })
    : v1Error(status, exception + words)
}

export function dataCenterRefusal(reason: RefusalReason): Answer {
  const [status, words] = dataCenterWords(reason)
  return reason.kind === 'bad-request'
    ? v1Error(status, 'Could not change content', { translation: words })
    : v1Error(status, words)
}

/** Says more in `data` than in the message where it has a reason. */
export function v1Error(status: number, message: string, reason?: object): Answer {
  const errors = reason === undefined ? [] : [{ message: { ...reason, args: [] } }]
  const data = { authorized: false, valid: reason === undefined, errors, successful: false }
  return { status, body: { statusCode: status, data, message } }
}
