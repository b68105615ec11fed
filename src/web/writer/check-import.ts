/** Looks at a form before it is sent: the page as it would be, and what an import would do. @module */

import { RequestError, toRequestError } from '../../errors.ts'
import { findTarget, foreseeOutcome } from '../../importing/import-steps.ts'
import type { AskedImport } from '../../importing/import-work.ts'
import type { PreparedDocument } from '../../importing/prepared-document.ts'
import type { Outcome, Wiki } from '../../importing/target-wiki.ts'
import type { Prepared } from '../../isolation/workers.ts'
import type { CostlyWork } from '../../service/costly-work.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import {
  isRefusal,
  type LocatedWarning,
  type PreparedForm,
  type Refusal,
  type SentForm,
} from './prepare-form.ts'

export interface CheckImportDependencies {
  readonly workers: Pick<CostlyWork, 'prepareForm'>
  readonly wiki: Wiki
  /** Told of what went wrong on our side. */
  readonly onFailure: (error: unknown, requestId: string) => void
}

export interface CheckedForm {
  readonly form: Prepared<SentForm, PreparedForm>
  /** Who would import. */
  readonly userId: number
  readonly requestId: string
}

export interface ImportCheck {
  readonly finding: ImportFinding
  readonly warnings: readonly LocatedWarning[]
  /** The page as the ADF renderer makes it; undefined while the Markdown cannot be converted. */
  readonly documentHtml: string | undefined
}

export type ImportFinding =
  /** There is not enough to look at yet. */
  | { readonly kind: 'incomplete'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  | {
      readonly kind: 'ready'
      readonly outcome: Outcome
      /** Of the page that is there. */
      readonly version: number | undefined
    }

/** Nothing was written yet, or nothing is to be looked at. */
export const noCheck: ImportCheck = {
  finding: { kind: 'incomplete', text: 'Write, paste or drop Markdown to see the page.' },
  warnings: [],
  documentHtml: undefined,
}

/**
 * Wait for the conversion and foresee the outcome; writes nothing and never throws for what the
 * writer can put right.
 * @param dependencies Wiki and workers.
 * @param checked The form, and who filled it in.
 */
export async function checkImport(
  dependencies: CheckImportDependencies,
  checked: CheckedForm,
): Promise<ImportCheck> {
  try {
    const sent = await checked.form.asked
    const { document, warnings, documentHtml } = await checked.form.result
    if (sent.isEmpty) return noCheck
    if (isRefusal(document)) throw toError(document)
    const finding = await foresee(dependencies, checked, sent, document)
    return { finding, warnings, documentHtml }
  } catch (error) {
    return {
      finding: findProblem(dependencies, checked, error),
      warnings: [],
      documentHtml: undefined,
    }
  }
}

/**
 * Make an error of a refusal.
 * @param refusal What a worker refused.
 */
export function toError({ key, message }: Refusal): RequestError {
  return new RequestError(key, message)
}

async function foresee(
  dependencies: CheckImportDependencies,
  checked: CheckedForm,
  { fields, asked }: SentForm,
  document: PreparedDocument,
): Promise<ImportFinding> {
  if (fields.spaceId === '' || fields.parentId === '') {
    return { kind: 'incomplete', text: 'Choose where the page is to stand.' }
  }
  if (fields.pageTitle.trim() === '') {
    return { kind: 'incomplete', text: 'Give the page a title.' }
  }
  try {
    if (isRefusal(asked)) throw toError(asked)
    return await foreseeAsked(dependencies, asked, checked.userId, document)
  } catch (error) {
    return findProblem(dependencies, checked, error)
  }
}

async function foreseeAsked(
  { wiki }: CheckImportDependencies,
  { fields }: AskedImport,
  userId: number,
  document: PreparedDocument,
): Promise<ImportFinding> {
  const target = await findTarget(wiki, fields, userId)
  const placed = await wiki.placeImages(target, fields.pageTitle, document)
  const outcome = foreseeOutcome(target, placed.contentHash, fields.labels)
  return { kind: 'ready', outcome, version: target.existing?.version }
}

function findProblem(
  { onFailure }: CheckImportDependencies,
  { requestId }: CheckedForm,
  error: unknown,
): ImportFinding {
  if (toRequestError(error).status >= 500) onFailure(error, requestId)
  return { kind: 'problem', problem: formProblem(error) }
}
