/** The costly half of the import form, as the service asks workers for it. @module */
import type { PrepareImportOptions } from '../../importing/import-work.ts'
import { textOf } from '../../isolation/frames.ts'
import type { Prepared, Workers } from '../../isolation/workers.ts'
import {
  type PreparedForm,
  readPreparedForm,
  readSentForm,
  type SentForm,
} from './prepared-form.ts'

export interface FormWork {
  /** Take apart, check, convert and show the import form. */
  prepareForm(
    body: Uint8Array,
    options: { contentType: string; isShown: boolean; isEchoed: boolean },
    signal?: AbortSignal,
  ): Prepared<SentForm, PreparedForm>
  /** Escape Markdown for HTML. */
  showMarkdown(markdown: string): Promise<string>
}

/**
 * Have forms prepared by workers.
 * @param workers Do it.
 * @param options The limits, and the engine that indexes pages.
 */
export function formWork(workers: Workers, options: PrepareImportOptions): FormWork {
  return {
    prepareForm: (body, form, signal) =>
      workers.prepare(
        'prepare-form',
        { value: { ...options, ...form }, parts: [body], signal },
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
