/** Work of workers on the import form. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { textOf, type Workers } from '../../../contract/base/message.ts'
import {
  type ImportWorkOptions,
  type PrepareImportOptions,
  withHost,
} from '../../../wiki/import/import-work.ts'
import type { Attachment, Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { StoredFile } from '../../../wiki/pages/attachments.ts'
import type { ImportFormAction, TypedFields } from './import-form-fields.ts'

export interface FormHead {
  readonly fields: TypedFields
  readonly action: ImportFormAction
  /** Whether this is a dry run; every action but the import is one. */
  readonly isDryRun: boolean
  readonly isEmpty: boolean
  /** Attachments in the Markdown; short or whole digests. */
  readonly attachments: readonly string[]
}

export interface SentForm extends FormHead {
  /** The Markdown with embedded images. */
  readonly content: Uint8Array
  /** The equivalent request body of the operation. */
  readonly body: Uint8Array
  /** The escaped Markdown; empty unless it was requested. */
  readonly contentHtml: string
  /** The typed Markdown, and new images as JSON; empty for a form without a draft. */
  readonly draft: { readonly markdown: string; readonly images: string }
}

export interface FormPreview {
  readonly html: string
  readonly warnings: readonly AnswerWarning[]
}

export interface ReadFormOptions {
  readonly contentType: string
  /** Makes the body a dry run, whatever button was pressed. */
  readonly isDryRun: boolean
  readonly isEchoed?: boolean
}

export interface CompleteFormOptions {
  readonly fields: TypedFields
  readonly isDryRun: boolean
  readonly files: readonly Omit<StoredFile, 'bytes'>[]
}

/** The result of a dry run. */
export interface ConvertedForm {
  readonly document: Pick<Utf8Document, 'adf' | 'images'>
  readonly warnings: readonly AnswerWarning[]
}

export interface StoredParts {
  /** The stored Markdown of the edited page; empty for a new page. */
  readonly markdown: string
  readonly files: readonly StoredFile[]
}

export interface PreviewFormOptions extends PrepareImportOptions {
  readonly title: string
  /** Addresses of images that the store already has, by the SHA-256 of their bytes. */
  readonly stored: Readonly<Record<string, string>>
  readonly converted?: {
    readonly warnings: readonly AnswerWarning[]
    readonly images: readonly Omit<Attachment, 'bytes'>[]
  }
}

export type FormWork = ReturnType<typeof formWork>

export function formWork(workers: Workers, options: ImportWorkOptions) {
  return {
    /** @throws {RequestError} `bad-request` for an invalid body. */
    async readForm(
      body: Uint8Array,
      value: ReadFormOptions,
      signal: AbortSignal,
    ): Promise<SentForm> {
      const read = await workers.convert('read-form', { value, parts: [body], signal })
      const [content, request, ...texts] = read.parts as [Uint8Array, Uint8Array, ...Uint8Array[]]
      const [contentHtml, markdown, images] = texts.map(textOf) as [string, string, string]
      const draft = { markdown, images }
      return { ...(read.value as FormHead), content, body: request, contentHtml, draft }
    },
    /** Replaces short names by files, and unchanged Markdown by the stored one. */
    async completeForm(
      form: SentForm,
      { markdown, files }: StoredParts,
      signal: AbortSignal,
    ): Promise<SentForm> {
      const { fields, isDryRun } = form
      const heads = files.map(({ sha256, type }) => ({ sha256, type }))
      const value: CompleteFormOptions = { fields, isDryRun, files: heads }
      const parts = [form.content, Buffer.from(markdown), ...files.map(({ bytes }) => bytes)]
      const result = await workers.convert('complete-form', { value, parts, signal })
      const [content, body] = result.parts as [Uint8Array, Uint8Array]
      return { ...form, content, body }
    },
    /**
     * Without `converted`, converts the Markdown first.
     * @throws {RequestError} `bad-request` when the Markdown exceeds a limit.
     */
    async previewForm(
      { fields, content }: Pick<SentForm, 'fields' | 'content'>,
      { host, stored }: Pick<PreviewFormOptions, 'stored'> & { readonly host: string | undefined },
      converted: ConvertedForm | undefined,
      signal: AbortSignal,
    ): Promise<FormPreview> {
      const { adf, images } = converted?.document ?? { adf: new Uint8Array(), images: [] }
      const value: PreviewFormOptions = {
        ...withHost(options, host),
        title: fields.pageTitle.trim(),
        stored,
        ...(converted && {
          converted: {
            warnings: converted.warnings,
            images: images.map(({ bytes: _, ...image }) => image),
          },
        }),
      }
      const parts = [content, adf, ...images.map(({ bytes }) => bytes)]
      const preview = await workers.convert('preview-form', { value, parts, signal })
      return { warnings: preview.value as AnswerWarning[], html: textOf(preview.parts[0]) }
    },
  }
}
