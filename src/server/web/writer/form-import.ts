/** The import of a form: the operation's, in the name of the user who is signed in. @module */
import { createHash } from 'node:crypto'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { toRequestError } from '../../../contract/errors.ts'
import { parseId } from '../../../store/ids.ts'
import type { Outcome } from '../../../wiki/import/decide.ts'
import { noApiToken } from '../../../wiki/import/ledger/entry.ts'
import type { Importer } from '../../../wiki/import/ledger/ledger.ts'
import {
  type ImportByRequestDependencies,
  type Imported,
  importByRequest,
} from '../../../wiki/import/run-import.ts'
import type { PageSource } from '../../../wiki/pages/page-source.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import type { ConvertedForm, FormWork, LocatedWarning, SentForm } from './form-work.ts'

export interface FormImportDependencies extends ImportByRequestDependencies {
  readonly workers: FormWork & ImportByRequestDependencies['workers']
  readonly onFailure: (error: unknown, requestId: string) => void
}

/** A form, and the request that brought it. */
export interface FormRequest {
  readonly form: SentForm
  /** The page that is edited. */
  readonly source: PageSource | undefined
  /** Addresses of images that the store has, by their digests. */
  readonly stored: Readonly<Record<string, string>>
  readonly userId: number
  readonly requestId: string
  readonly host: string | undefined
  readonly signal: AbortSignal
  readonly startedAt: Date
  /** The same instant on the monotonic clock. */
  readonly arrivedAtMs: number
}

export interface ImportCheck {
  readonly finding: ImportFinding
  readonly warnings: readonly CheckedWarning[]
  /** The rendered page; undefined while the Markdown cannot be converted. */
  readonly documentHtml: string | undefined
}

/** A warning is old where the page that is there has it as well. */
export interface CheckedWarning extends LocatedWarning {
  readonly isOld: boolean
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

export interface Foretold {
  readonly finding: ImportFinding
  readonly converted?: ConvertedForm
}

/** Tell by a dry run what the import would do; does not throw for what the writer can correct. */
export async function foretell(
  dependencies: FormImportDependencies,
  request: FormRequest,
): Promise<Foretold> {
  const { fields, isEmpty } = request.form
  if (isEmpty) return noCheck
  if (fields.spaceId === '' || fields.parentId === '') {
    return { finding: { kind: 'incomplete', text: 'Choose where the page is to stand.' } }
  }
  if (fields.pageTitle.trim() === '') {
    return { finding: { kind: 'incomplete', text: 'Give the page a title.' } }
  }
  try {
    const imported = await importForm(dependencies, request, callerOf(request))
    if (imported.kind !== 'foreseen') throw new TypeError('a dry run is never saved')
    const { outcome, page } = imported
    return { finding: { kind: 'ready', outcome, version: page?.version }, converted: imported }
  } catch (error) {
    return { finding: problemOf(dependencies, request, error) }
  }
}

/** Show the page, whatever is known of its import. */
export async function previewForm(
  dependencies: FormImportDependencies,
  request: FormRequest,
  { finding, converted }: Foretold,
): Promise<ImportCheck> {
  const { form, host, stored, signal, source } = request
  if (form.isEmpty) return { ...noCheck, finding }
  try {
    const { workers } = dependencies
    const preview = await workers.previewForm(form, { host, stored }, converted, signal)
    const warnings = withAge(preview.warnings, source?.warnings ?? [])
    return { finding, warnings, documentHtml: preview.html }
  } catch (error) {
    const problem = problemOf(dependencies, request, error)
    return { ...noCheck, finding: finding.kind === 'problem' ? finding : problem }
  }
}

/** Each old warning counts once: one more of the same is new. */
function withAge(
  warnings: readonly LocatedWarning[],
  before: PageSource['warnings'],
): CheckedWarning[] {
  const rest = before.map(({ code, message }) => `${code} ${message}`)
  return warnings.map((warning) => {
    const index = rest.indexOf(`${warning.code} ${warning.message}`)
    if (index >= 0) rest.splice(index, 1)
    return { ...warning, isOld: index >= 0 }
  })
}

function problemOf(
  dependencies: FormImportDependencies,
  request: FormRequest,
  error: unknown,
): ImportFinding {
  report(dependencies, request, error)
  return { kind: 'problem', problem: formProblem(error) }
}

interface SavedForm {
  readonly requestId: string
  readonly outcome: Outcome
  readonly pagePath: string
  readonly warnings: readonly AnswerWarning[]
}

/**
 * Sending the same form again leads to the page that it made.
 * @returns The outcome, and the request that did it: an earlier one if the form was sent before.
 * @throws {unknown} What kept it from being imported, after it was recorded.
 */
export async function saveForm(
  dependencies: FormImportDependencies,
  request: FormRequest,
): Promise<SavedForm> {
  const caller = callerOf(request)
  try {
    const imported = await importForm(dependencies, request, caller, submissionKey(request))
    if (imported.kind === 'foreseen') throw new TypeError('a form to save asks for no dry run')
    const { outcome, page, warnings } = imported
    const requestId = imported.kind === 'repeated' ? imported.requestId : request.requestId
    return { requestId, outcome, pagePath: page.path, warnings }
  } catch (error) {
    report(dependencies, request, error)
    await recordRefusal(dependencies, caller, error)
    throw error
  }
}

function callerOf({ userId, requestId, startedAt, arrivedAtMs }: FormRequest) {
  return {
    userId,
    requestId,
    run: undefined,
    startedAt,
    arrivedAtMs,
    apiTokenId: noApiToken,
    via: 'form',
    tokenName: '',
    progress: {},
  } as const
}

function importForm(
  dependencies: FormImportDependencies,
  { form: { fields, body }, host, signal }: FormRequest,
  caller: ReturnType<typeof callerOf>,
  ...idempotencyKeys: readonly string[]
): Promise<Imported> {
  const edited = parseId(fields.version)
  const ifMatch = edited === undefined ? undefined : `"${edited}"`
  return importByRequest(dependencies, { body, host, ifMatch, idempotencyKeys, signal }, caller)
}

/** The key includes the fields: the form with other fields is another import. */
function submissionKey({ form: { fields, body }, userId }: FormRequest): string {
  const digest = createHash('sha256').update(body).update(`${fields.version} ${fields.submission}`)
  return `form:${userId}:${digest.digest('hex')}`
}

function report(
  { onFailure }: FormImportDependencies,
  { requestId }: FormRequest,
  error: unknown,
): void {
  if (toRequestError(error).status >= 500) onFailure(error, requestId)
}

async function recordRefusal(
  { ledger, onFailure }: FormImportDependencies,
  importer: Importer,
  error: unknown,
): Promise<void> {
  try {
    await ledger.recordRefusal(importer, error)
  } catch (failure) {
    onFailure(failure, importer.requestId)
  }
}
