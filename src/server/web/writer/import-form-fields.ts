/** The import form's fields, as a browser sends them. @module */
import { RequestError } from '../../../contract/errors.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'

const textNames = [
  'spaceId',
  'parentId',
  'search',
  'pageTitle',
  /** Labels, separated by commas or spaces; empty leaves the labels unchanged. */
  'labels',
  /** Identifies the form, so that sending it twice imports once. */
  'submission',
  /** The id of the edited page; empty to find the page by its title. */
  'pageId',
  /** The edited version, which must be the newest; empty for none. */
  'version',
  /** The title in trees; empty for the page's title. */
  'navigationTitle',
  /** `own` if the form stores a draft. */
  'draft',
] as const

type TextName = (typeof textNames)[number]

/** The typed fields without the Markdown, which stays bytes. */
export interface TypedFields extends Readonly<Record<TextName, string>> {
  readonly overwrite: boolean
}

function fieldsFrom(text: (name: TextName | 'overwrite') => string): TypedFields {
  const texts = Object.fromEntries(textNames.map((name) => [name, text(name)]))
  return { ...(texts as Record<TextName, string>), overwrite: text('overwrite') === 'true' }
}

export const noFields: TypedFields = { ...fieldsFrom(() => ''), draft: 'own' }

export type ImportFormAction = 'find' | 'preview' | 'import'

/** Images by the names that the Markdown has for them. */
export type FormImages = ReadonlyMap<string, Uint8Array>

interface ReadForm {
  readonly fields: TypedFields
  readonly content: string
  /** The images of the form; images that the Markdown does not name are not imported. */
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
  const files = form.getAll('image').filter((entry) => typeof entry !== 'string') as File[]
  const images = await Promise.all(
    files.map(async (file) => [file.name, await file.bytes()] as const),
  )
  const action = text('action')
  return {
    fields: fieldsFrom(text),
    // Browsers send CRLF; the same text must give the same page.
    content: text('content').replaceAll(/\r\n?/g, '\n'),
    images: new Map(images),
    action: action === 'import' || action === 'find' ? action : 'preview',
  }
}

/** The equivalent body of the operation, without empty fields. */
export function operationBody(fields: TypedFields, content: string, dryRun: boolean): string {
  const { spaceId, parentId, pageTitle, overwrite, pageId, navigationTitle } = fields
  const labels = fields.labels.split(/[\s,]+/).filter(Boolean)
  return JSON.stringify({
    spaceId,
    parentId,
    pageTitle,
    content,
    overwrite,
    ...(labels.length > 0 && { labels }),
    ...(pageId !== '' && { pageId }),
    ...(navigationTitle !== '' && { navigationTitle }),
    dryRun,
  })
}

/**
 * Accepts only multipart forms, because other kinds cost more to parse.
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

/* Short attachment names in the editor: the first twelve of 64 digits tell the files of a space apart. */

const shortLength = 12
const fullDigest = /\battachment:([0-9a-f]{64})(?![0-9a-f])/g
const anyDigest = /\battachment:([0-9a-f]{12}|[0-9a-f]{64})(?![0-9a-f])((?:\/[\w.%-]+)?)/g

export function shortenNames(markdown: string): string {
  return markdown.replace(
    fullDigest,
    (_, sha256: string) => `attachment:${sha256.slice(0, shortLength)}`,
  )
}

/** The Markdown as the editor shows it, escaped for HTML. */
export function shownMarkdown(markdown: string): string {
  return escapeHtml(shortenNames(markdown))
}

/** The digests, full or short, in a text. */
export function listNames(markdown: string): string[] {
  return [...new Set(Array.from(markdown.matchAll(anyDigest), ([, name]) => name as string))]
}

/** @param write Returns the address of a file, or undefined if it is unknown; images have no file name. */
export function replaceNames(
  markdown: string,
  write: (name: string, fileName: string) => string | undefined,
): string {
  return markdown.replace(
    anyDigest,
    (address, name: string, path: string) => write(name, path.slice(1)) ?? address,
  )
}
