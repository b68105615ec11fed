/** Work on the import form that workers do. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import {
  type ImportWorkOptions,
  type PrepareImportOptions,
  withHost,
} from '../../importing/import-work.ts'
import type { Attachment, Utf8Document } from '../../importing/prepared-document.ts'
import { textOf } from '../../isolation/message.ts'
import type { Workers } from '../../isolation/workers.ts'
import type { ImportFormAction, ImportFormFields } from './import-form-fields.ts'

/** The fields of a form without its text, which stays bytes. */
export type TypedFields = Omit<ImportFormFields, 'content'>

export interface FormHead {
  readonly fields: TypedFields
  readonly action: ImportFormAction
  readonly fileProblem: string | undefined
  readonly isEmpty: boolean
}

export interface SentForm extends FormHead {
  /** The Markdown with its images in it. */
  readonly content: Uint8Array
  /** The body of the same import by the operation. */
  readonly body: Uint8Array
  /** The Markdown for the field of the form; empty unless it was wanted. */
  readonly contentHtml: string
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

/** What was converted already by a dry run. */
export interface ConvertedForm {
  readonly document: Pick<Utf8Document, 'adf' | 'images'>
  readonly warnings: readonly AnswerWarning[]
}

export interface PreviewFormOptions extends PrepareImportOptions {
  readonly title: string
  readonly converted?: {
    readonly warnings: readonly AnswerWarning[]
    readonly images: readonly Omit<Attachment, 'bytes'>[]
  }
}

export interface FormWork {
  /** @throws {RequestError} `bad-request` for a body that is no form. */
  readForm(body: Uint8Array, options: ReadFormOptions, signal?: AbortSignal): Promise<SentForm>
  /**
   * Show the page as readers would see it; without `converted` the Markdown is converted for that.
   * @throws {RequestError} `bad-request` when the Markdown exceeds a limit.
   */
  previewForm(
    form: Pick<SentForm, 'fields' | 'content'>,
    host: string | undefined,
    converted: ConvertedForm | undefined,
    signal?: AbortSignal,
  ): Promise<FormPreview>
  /** Markdown as the text of a field of a form. */
  showMarkdown(markdown: string): Promise<string>
}

export function formWork(workers: Workers, options: ImportWorkOptions): FormWork {
  return {
    async readForm(body, value, signal) {
      const read = await workers.convert('read-form', { value, parts: [body], signal })
      const [content, request, echo] = read.parts as [Uint8Array, Uint8Array, Uint8Array]
      return { ...(read.value as FormHead), content, body: request, contentHtml: textOf(echo) }
    },
    async previewForm({ fields, content }, host, converted, signal) {
      const { adf, images } = converted?.document ?? { adf: new Uint8Array(), images: [] }
      const value: PreviewFormOptions = {
        ...withHost(options, host),
        title: fields.pageTitle.trim(),
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
      const call = { value: null, parts: [Buffer.from(markdown)] }
      const { parts } = await workers.show('show-markdown', call)
      return textOf(parts[0])
    },
  }
}
