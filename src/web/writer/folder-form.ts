/** The costly half of importing the files of a folder: they are planned, then made into pages. @module */
import { RequestError, toRefusal } from '../../base/errors.ts'
import { DocumentError } from '../../folder-import/files/read-failure.ts'
import { checkGivenFiles } from '../../folder-import/given/given-files.ts'
import type { Message } from '../../isolation/frames.ts'
import type { FolderFormOptions, PlannedFolder } from './folder-planner.ts'
import { parseFields } from './import-form-fields.ts'

/**
 * Plan the files of a folder, and make what is sent for each page once it is known where those will be.
 * @returns The `PlannedFolder` as JSON, or why there is none.
 */
export async function planFolderForm({ value, parts: [body] }: Message): Promise<Message> {
  const { contentType, maxBodyBytes, limits, urls } = value as FolderFormOptions
  const form = await parseFields(body as Uint8Array, contentType)
  const text = (name: string): string => {
    const sent = form.get(name)
    return typeof sent === 'string' ? sent : ''
  }
  try {
    // Few forms bring folders, so what reads them is loaded by the first.
    const { planGivenFiles } = await import('../../folder-import/given/plan-given-files.ts')
    const files = checkGivenFiles(parseList(text('files')))
    const { maxMarkdownBytes } = limits
    const options = { name: folderName(text('name')), maxBodyBytes, maxMarkdownBytes }
    const { pages, notices, build } = await planGivenFiles(files, options)
    const contents = urls === undefined ? [] : await build(urls.map((url) => url ?? undefined))
    const planned: PlannedFolder = {
      spaceId: text('spaceId'),
      parentId: text('parentId'),
      pages,
      notices,
      contents,
    }
    return { value: null, parts: [Buffer.from(JSON.stringify(planned))] }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { value: toRefusal(new RequestError('bad-request', error.message)), parts: [] }
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stands in for the title of a page that has none; anything that is no plain name is not needed. */
function folderName(name: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,80}$/u.test(name) ? name : 'files'
}
