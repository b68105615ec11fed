/** Parses, checks, converts and previews an import form; runs in a worker. @module */

import type { AnswerWarning } from '../../contract/answers.ts'
import { type Refusal, RequestError, toRefusal } from '../../contract/errors.ts'
import { checkContent, checkFields } from '../../importing/check-fields.ts'
import type { PrepareImportOptions } from '../../importing/import-work.ts'
import { askedImport, prepareDocument } from '../../importing/prepare-import.ts'
import {
  documentMessage,
  type ExtractDocument,
  type Utf8Document,
} from '../../importing/prepared-document.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import type { Task } from '../../isolation/tasks.ts'
import { escapeHtml } from '../../render/escape.ts'
import { viewDocument } from '../document/document-view.ts'
import type { FormImages } from './form-images.ts'
import { readImportForm, toMembers } from './import-form-fields.ts'
import { type FormHead, isRefusal, type LocatedWarning, type SentForm } from './prepared-form.ts'

export interface PrepareFormOptions extends PrepareImportOptions {
  readonly contentType: string
  readonly isShown: boolean
  readonly isEchoed: boolean
}

/**
 * @param extract Finds what the store keeps of a document.
 * @returns A task that first tells what `readSentForm` reads, so that nothing typed is lost when
 * the rest fails, and then returns what `readPreparedForm` reads. It throws a `RequestError` with
 * `bad-request` for a body that is no form.
 */
export function prepareForm(extract: ExtractDocument): Task {
  return (call, tell) => prepareSent(call, tell, extract)
}

async function prepareSent(
  { value, parts: [body] }: Message,
  tell: (sent: Message) => void,
  extract: ExtractDocument,
): Promise<Message> {
  const options = value as PrepareFormOptions
  const { contentType } = options
  const { fields: typed, images, ...sent } = await readImportForm(body as Uint8Array, contentType)
  const content = await withImages(typed.content, images)
  const all = { ...typed, content }
  const { content: _, ...fields } = all
  const isEmpty = content.trim() === ''
  const { maxMarkdownBytes } = options.limits
  const isNamed = all.navigationTitle !== undefined
  const asked = orRefusal(() => {
    const checked = checkFields(toMembers(all), maxMarkdownBytes)
    // The form has no field for the source, and none for the name in trees when it edits one page.
    const navigationTitle = isNamed ? checked.navigationTitle : undefined
    return askedImport({ ...checked, navigationTitle, sourceUrl: undefined })
  })
  const head: Omit<SentForm, 'contentHtml'> = { ...sent, fields, isEmpty, asked }
  tell({ value: head, parts: [Buffer.from(options.isEchoed ? escapeHtml(content) : '')] })
  const title = fields.pageTitle.trim()
  const document = isEmpty
    ? toRefusal(new RequestError('bad-request', 'content must not be blank.', { field: 'content' }))
    : orRefusal(() => {
        checkContent({ content }, maxMarkdownBytes)
        return prepareDocument({ title, content, removeTitleHeading: true }, options, extract)
      })
  return formMessage(document, typed.content, options)
}

/** Few forms bring images, so this code is loaded on first use. */
async function withImages(content: string, images: FormImages): Promise<string> {
  if (images.size === 0) return content
  const { embedImages } = await import('./form-images.ts')
  return embedImages(content, images)
}

function formMessage(
  document: Utf8Document | Refusal,
  content: string,
  { isShown }: PrepareFormOptions,
): Message {
  if (isRefusal(document)) {
    const head: FormHead = { refusal: document, document: {}, warnings: [], hasHtml: false }
    return { value: head, parts: [] }
  }
  const html = isShown ? viewDocument(withEmbeddedImages(document)).html : ''
  const message = documentMessage(document)
  const head: FormHead = {
    refusal: undefined,
    document: message.value,
    warnings: locate(document.warnings, content),
    hasHtml: isShown,
  }
  return { value: head, parts: [Buffer.from(html), ...message.parts] }
}

function orRefusal<Result>(work: () => Result): Result | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof RequestError) return toRefusal(error)
    throw error
  }
}

/** The images are not uploaded yet, so the preview embeds them. */
function withEmbeddedImages({ adf, images }: Utf8Document): string {
  const urls = new Map(
    images.map(({ sha256, type, bytes }) => [
      sha256,
      `"data:${type};base64,${Buffer.from(bytes).toString('base64')}"`,
    ]),
  )
  return textOf(adf).replace(
    /"attachment:([0-9a-f]{64})"/g,
    (found, sha256) => urls.get(sha256) ?? found,
  )
}

const maxExcerptLength = 100

function locate(warnings: readonly AnswerWarning[], markdown: string): LocatedWarning[] {
  if (warnings.length === 0) return []
  const lines = markdown.split('\n')
  return warnings.map((warning) => ({
    ...warning,
    excerpt: (lines[warning.line - 1] ?? '').trim().slice(0, maxExcerptLength),
  }))
}
