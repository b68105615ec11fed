/** The result of a worker that prepared an import form. @module */

import type { AnswerWarning } from '../../contract/answers.ts'
import type { Refusal } from '../../contract/errors.ts'
import { type AskedImport, type ImportWorkOptions, withHost } from '../../importing/import-work.ts'
import { readDocumentMessage, type Utf8Document } from '../../importing/prepared-document.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import type { Prepared, Workers } from '../../isolation/workers.ts'
import type { ImportFormAction, ImportFormFields } from './import-form-fields.ts'

export interface SentForm {
  readonly fields: Omit<ImportFormFields, 'content'>
  readonly action: ImportFormAction
  readonly fileProblem: string | undefined
  readonly isEmpty: boolean
  readonly asked: AskedImport | Refusal
  readonly contentHtml: string
}

export interface LocatedWarning extends AnswerWarning {
  readonly excerpt: string
}

export interface PreparedForm {
  readonly document: Utf8Document | Refusal
  readonly warnings: readonly LocatedWarning[]
  /** The rendered page; undefined when it was not requested, or cannot be converted. */
  readonly documentHtml: string | undefined
}

export interface FormHead {
  readonly refusal: Refusal | undefined
  readonly document: unknown
  readonly warnings: readonly LocatedWarning[]
  readonly hasHtml: boolean
}

function readSentForm({ value, parts: [contentHtml] }: Message): SentForm {
  return { ...(value as Omit<SentForm, 'contentHtml'>), contentHtml: textOf(contentHtml) }
}

function readPreparedForm({ value, parts }: Message): PreparedForm {
  const { refusal, document, warnings, hasHtml } = value as FormHead
  const [html, ...rest] = parts
  return {
    document: refusal ?? readDocumentMessage({ value: document, parts: rest }),
    warnings,
    documentHtml: hasHtml ? textOf(html) : undefined,
  }
}

export function isRefusal(value: object): value is Refusal {
  return 'key' in value
}

export interface FormWork {
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
  showMarkdown(markdown: string): Promise<string>
}

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
