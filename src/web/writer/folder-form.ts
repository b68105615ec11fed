/** Plans the files of a folder, then converts them; runs in a worker. @module */
import { RequestError } from '../../contract/errors.ts'
import { DocumentError } from '../../folder-import/files/read-failure.ts'
import { checkGivenFiles } from '../../folder-import/given/given-files.ts'
import type { Message } from '../../isolation/frames.ts'
import type { FolderFormOptions, PlannedFolder } from './folder-planner.ts'
import { parseFields } from './import-form-fields.ts'

/**
 * @returns The `PlannedFolder` as JSON.
 * @throws {RequestError} `bad-request` when the files make no pages.
 */
export async function planFolderForm({ value, parts: [body] }: Message): Promise<Message> {
  const { contentType, maxBodyBytes, limits, urls } = value as FolderFormOptions
  const form = await parseFields(body as Uint8Array, contentType)
  const text = (name: string): string => {
    const sent = form.get(name)
    return typeof sent === 'string' ? sent : ''
  }
  try {
    // Few forms bring folders, so this code is loaded on first use.
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
    throw new RequestError('bad-request', error.message)
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The folder's name stands in for a missing title; unusual names are replaced. */
function folderName(name: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,80}$/u.test(name) ? name : 'files'
}
