/** The import form's fields, as a browser sends them. @module */
import { RequestError } from '../../../contract/errors.ts'
import type { FormImages } from './form-images.ts'

export interface ImportFormFields {
  readonly spaceId: string
  readonly parentId: string
  readonly search: string
  readonly pageTitle: string
  /** Separated by commas or spaces; empty leaves the labels unchanged. */
  readonly labels: string
  readonly content: string
  readonly overwrite: boolean
  /** Identifies the form, so that sending it twice imports once. */
  readonly submission: string
  /** Empty to find the page by its title. */
  readonly pageId: string
  /** The edited version, which must be the newest; empty for none. */
  readonly version: string
  /** The title in trees; empty for the page's title. */
  readonly navigationTitle: string
  /** `own` if the form stores a draft. */
  readonly draft: string
}

export type ImportFormAction = 'find' | 'preview' | 'import'

export interface ReadForm {
  readonly fields: ImportFormFields
  readonly images: FormImages
  readonly action: ImportFormAction
}

/** @throws {RequestError} `bad-request` for an invalid body. */
export async function readImportForm(body: Uint8Array, contentType: string): Promise<ReadForm> {
  const form = await parseFields(body, contentType)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const images = await Promise.all(
    imageFiles(form).map(async (file) => [file.name, await file.bytes()] as const),
  )
  const action = text('action')
  return {
    fields: {
      spaceId: text('spaceId'),
      parentId: text('parentId'),
      search: text('search'),
      pageTitle: text('pageTitle'),
      labels: text('labels'),
      content: unifyLines(text('content')),
      overwrite: text('overwrite') === 'true',
      submission: text('submission'),
      pageId: text('pageId'),
      version: text('version'),
      navigationTitle: text('navigationTitle'),
      draft: text('draft'),
    },
    images: new Map(images),
    action: action === 'import' || action === 'find' ? action : 'preview',
  }
}

/** The equivalent fields of the operation, without empty ones. */
export function toMembers(fields: ImportFormFields): object {
  const { spaceId, parentId, pageTitle, content, overwrite } = fields
  const { pageId, navigationTitle } = fields
  const labels = fields.labels.split(/[\s,]+/).filter(Boolean)
  return {
    spaceId,
    parentId,
    pageTitle,
    content,
    overwrite,
    ...(labels.length > 0 && { labels }),
    ...(pageId !== '' && { pageId }),
    ...(navigationTitle !== '' && { navigationTitle }),
  }
}

/**
 * Other kinds of forms cost more to parse.
 * @throws {RequestError} `bad-request` for anything but multipart forms.
 */
async function parseFields(body: Uint8Array, contentType: string): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new RequestError('bad-request', 'The form must be sent as multipart/form-data.')
  }
  try {
    const headers = { 'content-type': contentType }
    return await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch (cause) {
    throw new RequestError('bad-request', 'The form did not arrive whole.', { cause })
  }
}

/** Images that the form's script sends; those that the text does not name are not imported. */
function imageFiles(form: FormData): File[] {
  return form.getAll('image').filter((entry) => typeof entry !== 'string') as File[]
}

/** Browsers send CRLF; the same text must give the same page. */
function unifyLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
