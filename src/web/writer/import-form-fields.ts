/** The import form's fields, as a browser sends them. @module */

import { RequestError } from '../../errors.ts'
import type { Members } from '../../importing/check-fields.ts'

export interface ImportFormFields {
  readonly spaceId: string
  readonly parentId: string
  /** What the list of pages was searched for. */
  readonly search: string
  readonly pageTitle: string
  /** With commas or spaces between them; none leave those of the page. */
  readonly labels: string
  readonly content: string
  readonly overwrite: boolean
  /** Names this filling of the form, so that sending it twice imports once. */
  readonly submission: string
}

/** Which of the form's buttons was pressed. */
export type ImportFormAction = 'find' | 'preview' | 'import'

/**
 * Read a form that was sent; the text of a file that came along stands below what was typed.
 * @param body The bytes.
 * @param contentType The header that says how they are laid out.
 * @throws {RequestError} `bad-request` when they are no form, or the file is no text.
 */
export async function readImportForm(
  body: Uint8Array,
  contentType: string,
): Promise<{
  fields: ImportFormFields
  action: ImportFormAction
  fileProblem: string | undefined
}> {
  const form = await parseForm(body, contentType)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const file = form.get('file')
  const { fileText, fileProblem } =
    file === null || typeof file === 'string' ? noFile : await readFile(file)
  const action = text('action')
  return {
    fields: {
      spaceId: text('spaceId'),
      parentId: text('parentId'),
      search: text('search'),
      pageTitle: text('pageTitle'),
      labels: text('labels'),
      content: [text('content'), fileText].filter(Boolean).map(unifyLines).join('\n\n'),
      overwrite: text('overwrite') === 'true',
      submission: text('submission'),
    },
    action: action === 'import' || action === 'find' ? action : 'preview',
    fileProblem,
  }
}

/**
 * Put the fields as a request has them.
 * @param fields The form's.
 */
export function toMembers({ labels, ...fields }: ImportFormFields): Members {
  const names = labels.split(/[\s,]+/).filter(Boolean)
  return { ...fields, ...(names.length === 0 ? {} : { labels: names }) }
}

/** Forms with files are parts; what else is sent has no business here, and costs more to take apart. */
async function parseForm(body: Uint8Array, contentType: string): Promise<FormData> {
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

const noFile = { fileText: '', fileProblem: undefined } as const

async function readFile(
  file: File,
): Promise<{ fileText: string; fileProblem: string | undefined }> {
  try {
    const bytes = await file.arrayBuffer()
    return { ...noFile, fileText: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const name = file.name.slice(0, 80)
    return { ...noFile, fileProblem: `${name} is no text in UTF-8, and was left out.` }
  }
}

/** Browsers send typed lines with CRLF; the same text must be the same page however it came. */
function unifyLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
