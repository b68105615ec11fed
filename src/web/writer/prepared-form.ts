/** What a worker makes of an import form, and how that is read where it was asked for. @module */
import type { Refusal } from '../../base/errors.ts'
import type { AnswerWarning } from '../../importing/contract.ts'
import { type AskedImport, type ImportWorkOptions, withHost } from '../../importing/import-work.ts'
import { readDocumentMessage, type Utf8Document } from '../../importing/prepared-document.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import type { Prepared, Workers } from '../../isolation/workers.ts'
import type { ImportFormAction, ImportFormFields } from './import-form-fields.ts'

/** A form that was sent, beside its Markdown. */
export interface SentForm {
  readonly fields: Omit<ImportFormFields, 'content'>
  readonly action: ImportFormAction
  readonly fileProblem: string | undefined
  readonly isEmpty: boolean
  readonly asked: AskedImport | Refusal
  /** The Markdown, escaped for HTML; empty when it was not asked for. */
  readonly contentHtml: string
}

export interface LocatedWarning extends AnswerWarning {
  /** The line that it comes from, shortened. */
  readonly excerpt: string
}

/** What became of a form's Markdown. */
export interface PreparedForm {
  readonly document: Utf8Document | Refusal
  readonly warnings: readonly LocatedWarning[]
  /** As the ADF renderer makes it; undefined when it was not asked for, or cannot be converted. */
  readonly documentHtml: string | undefined
}

/** What travels beside the document and its HTML. */
export interface FormHead {
  readonly refusal: Refusal | undefined
  readonly document: unknown
  readonly warnings: readonly LocatedWarning[]
  readonly hasHtml: boolean
}

/** Read what `prepareForm` told. */
function readSentForm({ value, parts: [contentHtml] }: Message): SentForm {
  return { ...(value as Omit<SentForm, 'contentHtml'>), contentHtml: textOf(contentHtml) }
}

/** Read what `prepareForm` returned. */
function readPreparedForm({ value, parts }: Message): PreparedForm {
  const { refusal, document, warnings, hasHtml } = value as FormHead
  const [html, ...rest] = parts
  return {
    document: refusal ?? readDocumentMessage({ value: document, parts: rest }),
    warnings,
    documentHtml: hasHtml ? textOf(html) : undefined,
  }
}

/** Tell a refusal from what was asked for. */
export function isRefusal(value: object): value is Refusal {
  return 'key' in value
}

export interface FormWork {
  /** Take apart, check, convert and show the import form. */
  prepareForm(
    body: Uint8Array,
    options: {
      host?: string | undefined
      contentType: string
      isShown: boolean
      isEchoed: boolean
    },
    signal?: AbortSignal,
  ): Prepared<SentForm, PreparedForm>
  /** Escape Markdown for HTML. */
  showMarkdown(markdown: string): Promise<string>
}

/** Have forms prepared by workers. */
export function formWork(workers: Workers, options: ImportWorkOptions): FormWork {
  return {
    prepareForm: (body, { host, ...form }, signal) =>
      workers.prepare(
        'prepare-form',
        { value: { ...withHost(options, host), ...form }, parts: [body], signal },
        { asked: readSentForm, result: readPreparedForm },
      ),
    async showMarkdown(markdown) {
      const { parts } = await workers.show('show-markdown', {
        value: null,
        parts: [Buffer.from(markdown)],
      })
      return textOf(parts[0])
    },
  }
}
