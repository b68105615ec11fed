/** Reads and previews an import form, in a worker. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'
import { imageType } from '../../../folder/files/read-image.ts'
import { convertPage } from '../../../wiki/import/prepare-import.ts'
import { viewDocument } from '../document/document-view.ts'
import type { FormImages } from './form-images.ts'
import type {
  CompleteFormOptions,
  FormHead,
  PreviewFormOptions,
  ReadFormOptions,
} from './form-work.ts'
import { readImportForm, toMembers } from './import-form-fields.ts'
import { listNames, replaceNames, shortenNames } from './short-names.ts'

/** More than a page can have. */
const maxAttachments = 1_000

/** @returns The parts of a `SentForm`. */
export async function readForm({ value, parts: [sent] }: Message): Promise<Message> {
  const { contentType, isDryRun, isEchoed = false } = value as ReadFormOptions
  const {
    fields: formFields,
    images,
    ...form
  } = await readImportForm(sent as Uint8Array, contentType)
  // Loaded on demand, because few forms have images.
  const content =
    images.size === 0
      ? formFields.content
      : await (await import('./form-images.ts')).embedImages(formFields.content, images)
  const { content: _, ...fields } = formFields
  const dryRun = isDryRun || form.action !== 'import'
  const body = JSON.stringify({ ...toMembers({ ...formFields, content }), dryRun })
  const head: FormHead = {
    ...form,
    fields,
    isDryRun,
    isEmpty: content.trim() === '',
    attachments: listNames(content).slice(0, maxAttachments),
  }
  const echo = isEchoed ? escapeHtml(content) : ''
  const draft =
    fields.draft === '' ? ['', ''] : [formFields.content, JSON.stringify(urlsOf(images))]
  return { value: head, parts: [content, body, echo, ...draft].map((part) => Buffer.from(part)) }
}

/** Data URLs by image names. */
function urlsOf(images: FormImages): [name: string, url: string][] {
  return Array.from(images, ([name, bytes]) => [
    name,
    `data:${imageType(bytes) ?? ''};base64,${Buffer.from(bytes).toString('base64')}`,
  ])
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
    // Encodes also these characters, which would end a data URL in Markdown.
    const plainName = fileName.replaceAll(/[._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    const nameParameter = fileName === '' ? '' : `;name=${plainName}`
    const base64 = Buffer.from(bytes[index] as Uint8Array).toString('base64')
    return `data:${file.type.replaceAll(' ', '')}${nameParameter};base64,${base64}`
  })
  const body = JSON.stringify({ ...toMembers({ ...fields, content }), dryRun: isDryRun })
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
    page.images.map(({ sha256, type, bytes }) => [
      sha256,
      stored[sha256] ?? `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    ]),
  )
  const document = page.adf
    .join('')
    .replace(/"attachment:([0-9a-f]{64})((?:\/[\w.%-]+)?)"/g, (address, sha256, path) => {
      const url = urls.get(sha256)
      if (url === undefined) return address
      return `"${url}${stored[sha256] === undefined ? '' : path}"`
    })
  return {
    value: page.warnings,
    parts: [Buffer.from(viewDocument(document).html)],
  }
}
