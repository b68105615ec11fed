/** The import form's fields, as a browser sends them. @module */
import { RequestError } from '../../../contract/errors.ts'
import { imageType } from '../../../folder/files/read-image.ts'
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
  /** Empty unless the page is a copy. */
  readonly copiedFrom: string
  /** `own` if the form stores a draft. */
  readonly draft: string
}

export type ImportFormAction = 'find' | 'preview' | 'import'

export interface ReadForm {
  readonly fields: ImportFormFields
  readonly images: FormImages
  readonly action: ImportFormAction
  readonly fileProblem: string | undefined
}

/**
 * Text of a chosen file, and images, are added below the typed text.
 * @throws {RequestError} `bad-request` for an invalid body, or a file that is no text.
 */
export async function readImportForm(body: Uint8Array, contentType: string): Promise<ReadForm> {
  const form = await parseFields(body, contentType)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const files = await readChosen(filesOf(form, 'file'))
  const { fileText, fileProblem } = files
  const besides = await readImages(filesOf(form, 'image'))
  const action = text('action')
  return {
    fields: {
      spaceId: text('spaceId'),
      parentId: text('parentId'),
      search: text('search'),
      pageTitle: text('pageTitle'),
      labels: text('labels'),
      content: withImages([text('content'), fileText], [...files.images.keys()]),
      overwrite: text('overwrite') === 'true',
      submission: text('submission'),
      pageId: text('pageId'),
      version: text('version'),
      navigationTitle: text('navigationTitle'),
      copiedFrom: text('copiedFrom'),
      draft: text('draft'),
    },
    images: new Map([...besides, ...files.images]),
    action: action === 'import' || action === 'find' ? action : 'preview',
    fileProblem,
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

function filesOf(form: FormData, name: string): File[] {
  // Browsers send an empty file field as a file without a name.
  return form
    .getAll(name)
    .filter((entry) => typeof entry !== 'string' && entry.name !== '') as File[]
}

async function readImages(files: readonly File[]): Promise<[string, Uint8Array][]> {
  return Promise.all(files.map(async (file) => [file.name, await file.bytes()]))
}

interface ChosenFiles {
  readonly fileText: string
  readonly images: FormImages
  readonly fileProblem: string | undefined
}

/** Without scripts, only file names distinguish text files from images. */
async function readChosen(files: readonly File[]): Promise<ChosenFiles> {
  const all = await readImages(files)
  const images = new Map(all.filter(([, bytes]) => imageType(bytes) !== undefined))
  const texts = all.filter(([name]) => !images.has(name))
  const noFiles = { fileText: '', images }
  if (texts.length > 1) {
    return {
      ...noFiles,
      fileProblem: 'Without JavaScript only one file of Markdown can be added at a time.',
    }
  }
  const [name = '', bytes = new Uint8Array()] = texts[0] ?? []
  try {
    const fileText = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { fileText, images, fileProblem: undefined }
  } catch {
    return {
      ...noFiles,
      fileProblem: `${name.slice(0, 80)} is no text in UTF-8, and was left out.`,
    }
  }
}

/** Unnamed images are added below the text, so that none is lost. */
function withImages(parts: readonly string[], names: readonly string[]): string {
  const text = parts.filter(Boolean).map(unifyLines).join('\n\n')
  const unnamed = names.filter((name) => !text.includes(name) && !text.includes(encodeURI(name)))
  const references = unnamed.map(
    (name) => `![${name.replace(/[[\]\\]/g, '')}](<${encodeURI(name)}>)`,
  )
  return [text, ...references].filter(Boolean).join('\n\n')
}

/** Browsers send CRLF; the same text must give the same page. */
function unifyLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
