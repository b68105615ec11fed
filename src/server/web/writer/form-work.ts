/** Work of workers on the import form. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { TaskName, Workers } from '../../../contract/base/message.ts'
import { type ImportWorkOptions, withHost } from '../../../wiki/import/import-work.ts'
import type { Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { StoredFile } from '../../../wiki/pages/attachments.ts'
import type { ImportFormAction, TypedFields } from './import-form-fields.ts'

export interface SentForm {
  readonly fields: TypedFields
  readonly action: ImportFormAction
  /** Whether this is a dry run; every action but the import is one. */
  readonly isDryRun: boolean
  readonly isEmpty: boolean
  /** Attachments in the Markdown; short or whole digests. */
  readonly attachments: readonly string[]
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

export interface FormToRead {
  readonly sent: Uint8Array
  readonly contentType: string
  /** Makes the body a dry run, whatever button was pressed. */
  readonly isDryRun: boolean
  readonly isEchoed?: boolean
}

export interface FormToComplete extends Pick<SentForm, 'fields' | 'isDryRun' | 'content'> {
  /** The stored Markdown of the edited page; empty for a new page. */
  readonly markdown: string
  readonly files: readonly StoredFile[]
}

/** The result of a dry run. */
export interface ConvertedForm extends Pick<Utf8Document, 'adf' | 'images'> {
  readonly warnings: readonly AnswerWarning[]
}

export interface FormToPreview {
  readonly title: string
  readonly content: Uint8Array
  /** Addresses of images that the store already has, by the SHA-256 of their bytes. */
  readonly stored: Readonly<Record<string, string>>
  readonly converted: ConvertedForm | undefined
}

export type FormWork = ReturnType<typeof formWork>

export function formWork(workers: Workers, options: ImportWorkOptions) {
  const work = async (task: TaskName, value: object, signal: AbortSignal): Promise<unknown> =>
    (await workers.convert(task, { value, parts: [], signal })).value
  return {
    /** @throws {RequestError} `bad-request` for an invalid body. */
    readForm: async (form: FormToRead, signal: AbortSignal) =>
      (await work('read-form', form, signal)) as SentForm,
    /** Replaces short names by files, and unchanged Markdown by the stored one. */
    completeForm: async (form: FormToComplete, signal: AbortSignal) =>
      (await work('complete-form', form, signal)) as Pick<SentForm, 'content' | 'body'>,
    /**
     * Without `converted`, converts the Markdown first.
     * @throws {RequestError} `bad-request` when the Markdown exceeds a limit.
     */
    previewForm: async (form: FormToPreview, host: string | undefined, signal: AbortSignal) =>
      (await work('preview-form', { ...withHost(options, host), ...form }, signal)) as FormPreview,
  }
}
