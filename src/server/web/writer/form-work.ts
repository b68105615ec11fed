/** Work on the import form that workers do. @module */

import type { AnswerWarning } from '../../../contract/answers.ts'
import { textOf } from '../../../contract/base/message.ts'
import type { Workers } from '../../../contract/base/work.ts'
import {
  type ImportWorkOptions,
  type PrepareImportOptions,
  withHost,
} from '../../../wiki/import/import-work.ts'
import type { Attachment, Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { StoredFile } from '../../../wiki/pages/page-source.ts'
import type { ImportFormAction, ImportFormFields } from './import-form-fields.ts'
import { shortenNames } from './short-names.ts'

/** The fields of a form without its text, which stays bytes. */
export type TypedFields = Omit<ImportFormFields, 'content'>

export interface FormHead {
  readonly fields: TypedFields
  readonly action: ImportFormAction
  readonly isDryRun: boolean
  readonly fileProblem: string | undefined
  readonly isEmpty: boolean
  /** The attachments that the Markdown names; see `short-names.ts`. */
  readonly attachments: readonly string[]
}

export interface SentForm extends FormHead {
  /** The Markdown with its images in it. */
  readonly content: Uint8Array
  /** The body of the same import by the operation. */
  readonly body: Uint8Array
  /** The Markdown for the field of the form; empty unless it was wanted. */
  readonly contentHtml: string
  /** The Markdown as it was typed, and its new images as JSON; empty for a form without a draft. */
  readonly draft: { readonly markdown: string; readonly images: string }
}

export interface LocatedWarning extends AnswerWarning {
  /** The start of the line. */
  readonly excerpt: string
}

export interface FormPreview {
  readonly html: string
  readonly warnings: readonly LocatedWarning[]
}

export interface ReadFormOptions {
  readonly contentType: string
  /** Whether the body is one of a dry run, whatever button was pressed. */
  readonly isDryRun: boolean
  readonly isEchoed?: boolean
}

export interface CompleteFormOptions {
  readonly fields: TypedFields
  readonly isDryRun: boolean
  readonly files: readonly Omit<StoredFile, 'bytes'>[]
}

/** What was converted already by a dry run. */
export interface ConvertedForm {
  readonly document: Pick<Utf8Document, 'adf' | 'images'>
  readonly warnings: readonly AnswerWarning[]
}

/** What the store has of a form's page. */
export interface StoredParts {
  /** Empty for a page that is not there. */
  readonly markdown: string
  readonly files: readonly StoredFile[]
}

export interface PreviewFormOptions extends PrepareImportOptions {
  readonly title: string
  /** Addresses of images that the store has, by their digests. */
  readonly stored: Readonly<Record<string, string>>
  readonly converted?: {
    readonly warnings: readonly AnswerWarning[]
    readonly images: readonly Omit<Attachment, 'bytes'>[]
  }
}

export interface FormWork {
  /** @throws {RequestError} `bad-request` for a body that is no form. */
  readForm(body: Uint8Array, options: ReadFormOptions, signal?: AbortSignal): Promise<SentForm>
  /**
   * Put what the store has back into a form: the files in place of their names, and the Markdown as
   * it is kept where nobody changed it.
   */
  completeForm(form: SentForm, stored: StoredParts, signal?: AbortSignal): Promise<SentForm>
  /**
   * Show the page as readers would see it; without `converted` the Markdown is converted for that.
   * @throws {RequestError} `bad-request` when the Markdown exceeds a limit.
   */
  previewForm(
    form: Pick<SentForm, 'fields' | 'content'>,
    options: { readonly host: string | undefined } & Pick<PreviewFormOptions, 'stored'>,
    converted: ConvertedForm | undefined,
    signal?: AbortSignal,
  ): Promise<FormPreview>
  /** Markdown as the text of a field of a form, with short names of attachments. */
  showMarkdown(markdown: string): Promise<string>
}

export function formWork(workers: Workers, options: ImportWorkOptions): FormWork {
  return {
    async readForm(body, value, signal) {
      const read = await workers.convert('read-form', { value, parts: [body], signal })
      const [content, request, ...texts] = read.parts as [Uint8Array, Uint8Array, ...Uint8Array[]]
      const [contentHtml, markdown, images] = texts.map(textOf) as [string, string, string]
      const draft = { markdown, images }
      return { ...(read.value as FormHead), content, body: request, contentHtml, draft }
    },
    async completeForm(form, { markdown, files }, signal) {
      const heads = files.map(({ sha256, type }) => ({ sha256, type }))
      const value: CompleteFormOptions = {
        fields: form.fields,
        isDryRun: form.isDryRun,
        files: heads,
      }
      const kept = Buffer.from(markdown)
      const parts = [form.content, kept, ...files.map(({ bytes }) => bytes)]
      const whole = await workers.convert('complete-form', { value, parts, signal })
      const [content, body] = whole.parts as [Uint8Array, Uint8Array]
      return { ...form, content, body }
    },
    async previewForm({ fields, content }, { host, stored }, converted, signal) {
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
      return { warnings: preview.value as LocatedWarning[], html: textOf(preview.parts[0]) }
    },
    async showMarkdown(markdown) {
      const call = { value: null, parts: [Buffer.from(shortenNames(markdown))] }
      const { parts } = await workers.show('show-markdown', call)
      return textOf(parts[0])
    },
  }
}
