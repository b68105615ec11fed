/** Reads and previews an import form, in a worker. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'
import { imageType } from '../../../folder/files/read-image.ts'
import type { PrepareImportOptions } from '../../../wiki/import/import-work.ts'
import { convertPage } from '../../../wiki/import/prepare-import.ts'
import { viewDocument } from '../document/document-view.ts'
import type {
  FormPreview,
  FormToComplete,
  FormToPreview,
  FormToRead,
  SentForm,
} from './form-work.ts'
import {
  type FormImages,
  listNames,
  operationBody,
  readImportForm,
  replaceNames,
  shortenNames,
} from './import-form-fields.ts'

/** No page can have this many attachments. */
const maxAttachments = 1_000

/** @returns A `SentForm`. */
export async function readForm({ value }: Message): Promise<Message> {
  const { sent, contentType, isEchoed = false, ...options } = value as FormToRead
  const form = await readImportForm(sent, contentType)
  const { fields, images, action } = form
  // Loaded on demand, because few forms have images.
  const content =
    images.size === 0
      ? form.content
      : await (await import('./form-images.ts')).embedImages(form.content, images)
  const isDryRun = options.isDryRun || action !== 'import'
  const hasDraft = fields.draft !== ''
  return result<SentForm>({
    action,
    fields,
    isDryRun,
    isEmpty: content.trim() === '',
    attachments: listNames(content).slice(0, maxAttachments),
    content: Buffer.from(content),
    body: Buffer.from(operationBody(fields, content, isDryRun)),
    contentHtml: isEchoed ? escapeHtml(content) : '',
    draft: {
      markdown: hasDraft ? form.content : '',
      images: hasDraft ? JSON.stringify(urlsOf(images)) : '',
    },
  })
}

function result<Value>(value: Value): Message {
  return { value, parts: [] }
}

function urlsOf(images: FormImages): [name: string, url: string][] {
  return Array.from(images, ([name, bytes]) => [name, dataUrl(imageType(bytes) ?? '', bytes)])
}

function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** @returns The content and body of a `SentForm`. */
export function completeForm({ value }: Message): Message {
  const { fields, isDryRun, content: sent, markdown, files } = value as FormToComplete
  const typed = textOf(sent)
  const isKept = shortenNames(markdown).replaceAll(/\r\n?/g, '\n') === typed
  const content = replaceNames(isKept ? markdown : typed, (name, fileName) => {
    const file = files.find(({ sha256 }) => sha256.startsWith(name))
    if (file === undefined) return undefined
    // Encode these characters too, which would end a data URL in Markdown.
    const plainName = fileName.replaceAll(/[._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    const nameParameter = fileName === '' ? '' : `;name=${plainName}`
    return dataUrl(file.type.replaceAll(' ', '') + nameParameter, file.bytes)
  })
  return result<Pick<SentForm, 'content' | 'body'>>({
    content: Buffer.from(content),
    body: Buffer.from(operationBody(fields, content, isDryRun)),
  })
}

export function renderForm({ value }: Message): Message {
  const form = value as FormToPreview & PrepareImportOptions
  const { title, content, stored, converted, ...options } = form
  const page =
    converted === undefined
      ? convertPage({ title, content: textOf(content), removeTitleHeading: true }, options)
      : { ...converted, adf: [textOf(converted.adf)] }
  // The images are not stored yet.
  const urls = new Map(
    page.images.map(({ sha256, type, bytes }) => [sha256, stored[sha256] ?? dataUrl(type, bytes)]),
  )
  const document = page.adf
    .join('')
    .replace(/"attachment:([0-9a-f]{64})((?:\/[\w.%-]+)?)"/g, (address, sha256, path) => {
      const url = urls.get(sha256)
      if (url === undefined) return address
      return `"${url}${stored[sha256] === undefined ? '' : path}"`
    })
  return result<FormPreview>({ warnings: page.warnings, html: viewDocument(document).html })
}
