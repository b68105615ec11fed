/** What Data Center says when it refuses. @module */
import type { Answer } from './exchange.ts'
import type { RefusalReason } from './refusal.ts'

export function dataCenterRefusal(reason: RefusalReason): Answer {
  const [status, message] = refusalText(reason)
  if (reason.kind !== 'bad-request') return v1Error(status, message)
  const { body, ...answer } = v1Error(status, 'Could not change content')
  const { data, ...rest } = body as { data: object }
  const errors = [{ message: { translation: message, args: [] } }]
  return { ...answer, body: { ...rest, data: { ...data, valid: false, errors } } }
}

export function v1Error(status: number, message: string, authorized = false): Answer {
  const data = {
    authorized,
    valid: true,
    allowedInReadOnlyMode: true,
    errors: [],
    successful: false,
  }
  return { status, body: { statusCode: status, data, message, reason: reasons[status] ?? 'Error' } }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Request Entity Too Large',
}

function refusalText(reason: RefusalReason): [number, string] {
  switch (reason.kind) {
    case 'title-taken':
      return [
        400,
        `A page with this title already exists: A page already exists with the title ${reason.title} in the space with key ${reason.spaceKey}`,
      ]
    case 'stale':
      return [409, `Version must be incremented on update. Current version is: ${reason.current}`]
    case 'no-page':
    case 'no-folder':
      return [404, `No content found with id: ContentId{id=${reason.id}}`]
    case 'restricted':
      return [
        403,
        `Could not update Content of type : class com.atlassian.confluence.pages.Page with id ${reason.id}`,
      ]
    case 'no-parent':
      return [404, `No parent content found with id: ContentId{id=${reason.id}}`]
    case 'no-space':
      return [404, `No space with key : ${reason.id}`]
    case 'no-property':
      return [404, `Cannot find property with key : ${reason.id}`]
    case 'property-exists':
      return [409, `Cannot create property ${reason.key}: it exists`]
    case 'property-stale':
      return [409, `Version must be incremented on update of property ${reason.key}`]
    case 'same-file':
      return [
        400,
        `Cannot add a new attachment with same file name as an existing attachment: ${reason.name}`,
      ]
    case 'bad-label':
      return [400, 'Could not add labels to content']
    case 'too-large':
      return [413, 'Request too large. Requests for this resource can be at most 5242880 bytes']
    case 'optimistic-lock':
      return [
        409,
        'Batch update returned unexpected row count from update [0]; nested exception is StaleStateException',
      ]
    case 'forbidden':
      return [403, reason.message]
    case 'bad-body':
    case 'bad-request':
      return [400, reason.message]
  }
}
