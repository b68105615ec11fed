/** Reads and previews an import form, in a worker. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'
import { imageType } from '../../../folder/files/read-image.ts'
import { convertPage } from '../../../wiki/import/prepare-import.ts'
import { viewDocument } from '../document/document-view.ts'
import type {
  CompleteFormOptions,
  FormHead,
  PreviewFormOptions,
  ReadFormOptions,
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

/** @returns The parts of a `SentForm`. */
export async function readForm({ value, parts: [sent] }: Message): Promise<Message> {
  const { contentType, isEchoed = false, ...options } = value as ReadFormOptions
  const form = await readImportForm(sent as Uint8Array, contentType)
  const { fields, images, action } = form
  // Loaded on demand, because few forms have images.
  const content =
    images.size === 0
      ? form.content
      : await (await import('./form-images.ts')).embedImages(form.content, images)
  const isDryRun = options.isDryRun || action !== 'import'
  const head: FormHead = {
    action,
    fields,
    isDryRun,
    isEmpty: content.trim() === '',
    attachments: listNames(content).slice(0, maxAttachments),
  }
  const body = operationBody(fields, content, isDryRun)
  const echo = isEchoed ? escapeHtml(content) : ''
  const draft = fields.draft === '' ? ['', ''] : [form.content, JSON.stringify(urlsOf(images))]
  return { value: head, parts: [content, body, echo, ...draft].map((part) => Buffer.from(part)) }
}

function urlsOf(images: FormImages): [name: string, url: string][] {
  return Array.from(images, ([name, bytes]) => [name, dataUrl(imageType(bytes) ?? '', bytes)])
}

function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** @returns The parts of a `SentForm`, without those of its head. */
export function completeForm({ value, parts: [sent, kept, ...bytes] }: Message): Message {
  const { fields, isDryRun, files } = value as CompleteFormOptions
  const [typed, markdown] = [textOf(sent), textOf(kept)]
  const isKept = shortenNames(markdown).replaceAll(/\r\n?/g, '\n') === typed
  const content = replaceNames(isKept ? markdown : typed, (name, fileName) => {
    const index = files.findIndex(({ sha256 }) => sha256.startsWith(name))
    const file = files[index]
    if (file === undefined) return undefined
    // Encode these characters too, which would end a data URL in Markdown.
    const plainName = fileName.replaceAll(/[._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    const nameParameter = fileName === '' ? '' : `;name=${plainName}`
    return dataUrl(file.type.replaceAll(' ', '') + nameParameter, bytes[index] as Uint8Array)
  })
  const body = operationBody(fields, content, isDryRun)
  return { value: null, parts: [content, body].map((part) => Buffer.from(part)) }
}

/** @returns The parts of a `FormPreview`. */
export function renderForm({ value, parts: [markdown, adf, ...files] }: Message): Message {
  const { title, converted, stored, ...options } = value as PreviewFormOptions
  const content = textOf(markdown)
  const page =
    converted === undefined
      ? convertPage({ title, content, removeTitleHeading: true }, options)
      : {
          adf: [textOf(adf)],
          warnings: converted.warnings,
          images: converted.images.map((image, index) => ({
            ...image,
            bytes: files[index] as Uint8Array,
          })),
        }
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
  return { value: page.warnings, parts: [Buffer.from(viewDocument(document).html)] }
}
