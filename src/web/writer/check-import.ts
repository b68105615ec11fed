/** Checks a form before it is sent: previews the page, and foresees the import's result. @module */
import { fromRefusal, type Refusal, toRequestError } from '../../contract/errors.ts'
import { parseId } from '../../database/ids.ts'
import type { Utf8Document } from '../../importing/prepared-document.ts'
import { foreseeImport } from '../../importing/run-import.ts'
import type { Outcome, TargetWiki } from '../../importing/target-wiki.ts'
import type { Prepared } from '../../isolation/workers.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import {
  type FormWork,
  isRefusal,
  type LocatedWarning,
  type PreparedForm,
  type SentForm,
} from './prepared-form.ts'

export interface CheckImportDependencies {
  readonly workers: FormWork
  readonly wikis: readonly TargetWiki[]
  readonly onFailure: (error: unknown, requestId: string) => void
}

export interface CheckedForm {
  readonly form: Prepared<SentForm, PreparedForm>
  readonly userId: number
  readonly requestId: string
}

export interface ImportCheck {
  readonly finding: ImportFinding
  readonly warnings: readonly LocatedWarning[]
  /** The rendered page; undefined while the Markdown cannot be converted. */
  readonly documentHtml: string | undefined
}

export type ImportFinding =
  | { readonly kind: 'incomplete'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  | {
      readonly kind: 'ready'
      readonly outcome: Outcome
      readonly version: number | undefined
    }

export const noCheck: ImportCheck = {
  finding: { kind: 'incomplete', text: 'Write, paste or drop Markdown to see the page.' },
  warnings: [],
  documentHtml: undefined,
}

/** Writes nothing, and does not throw for what the writer can correct. */
export async function checkImport(
  dependencies: CheckImportDependencies,
  checked: CheckedForm,
): Promise<ImportCheck> {
  try {
    const sent = await checked.form.asked
    const { document, warnings, documentHtml } = await checked.form.result
    if (sent.isEmpty) return noCheck
    const finding = await foresee(dependencies, checked, sent, orThrow(document))
    return { finding, warnings, documentHtml }
  } catch (error) {
    return {
      finding: findProblem(dependencies, checked, error),
      warnings: [],
      documentHtml: undefined,
    }
  }
}

/** @throws {RequestError} The refusal. */
export function orThrow<Value extends object>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw fromRefusal(value)
  return value
}

async function foresee(
  dependencies: CheckImportDependencies,
  checked: CheckedForm,
  { fields: typed, asked }: SentForm,
  document: Utf8Document,
): Promise<ImportFinding> {
  if (typed.spaceId === '' || typed.parentId === '') {
    return { kind: 'incomplete', text: 'Choose where the page is to stand.' }
  }
  if (typed.pageTitle.trim() === '') {
    return { kind: 'incomplete', text: 'Give the page a title.' }
  }
  try {
    const { fields } = orThrow(asked)
    const { userId } = checked
    const seeker = { userId, ifMatch: editedVersion(typed) }
    const { outcome, page } = await foreseeImport(dependencies, { fields, ...seeker }, document)
    return { kind: 'ready', outcome, version: page?.version }
  } catch (error) {
    return findProblem(dependencies, checked, error)
  }
}

export function editedVersion({ version }: SentForm['fields']): readonly number[] | undefined {
  const number = parseId(version)
  return number === undefined ? undefined : [number]
}

function findProblem(
  { onFailure }: CheckImportDependencies,
  { requestId }: CheckedForm,
  error: unknown,
): ImportFinding {
  if (toRequestError(error).status >= 500) onFailure(error, requestId)
  return { kind: 'problem', problem: formProblem(error) }
}
