/** Imports a form by the operation, as the signed-in user. @module */

import { createHash } from 'node:crypto'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { parseId } from '../../../store/ids.ts'
import type { Outcome } from '../../../wiki/import/decide.ts'
import { noApiToken } from '../../../wiki/import/ledger/ledger.ts'
import { type Imported, importByRequest } from '../../../wiki/import/run-import.ts'
import type { PageSource } from '../../../wiki/pages/find-page.ts'
import { logFailure } from '../../http/error-answer.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { type PageContext, viewerOf } from '../pages.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import type { ConvertedForm, SentForm } from './form-work.ts'

export interface FormRequest {
  readonly c: PageContext
  readonly form: SentForm
  /** The edited page. */
  readonly source: PageSource | undefined
  /** Addresses of images that the store already has, by the SHA-256 of their bytes. */
  readonly stored: Readonly<Record<string, string>>
}

export interface ImportCheck {
  readonly finding: ImportFinding
  readonly warnings: readonly CheckedWarning[]
  /** The preview of the page; undefined while the Markdown cannot be converted. */
  readonly documentHtml: string | undefined
}

/** A warning is old if the existing page has it too. */
export interface CheckedWarning extends AnswerWarning {
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

/**
 * Makes a dry run and a preview of the page. Returns problems that the writer can correct.
 * @param refusal The reason why the import was just refused; it replaces the dry run.
 */
export async function checkForm(
  dependencies: ServiceParts,
  request: FormRequest,
  refusal?: FormProblem,
): Promise<ImportCheck> {
  const { c, form, stored, source } = request
  const { fields, content } = form
  const { finding, converted } =
    refusal === undefined
      ? await foretell(dependencies, request)
      : { finding: { kind: 'problem', problem: refusal } as const }
  if (form.isEmpty) return { ...noCheck, finding }
  try {
    const { workers } = dependencies
    const page = { title: fields.pageTitle.trim(), content, stored, converted }
    const preview = await workers.previewForm(page, c.req.header('host'), c.req.raw.signal)
    const warnings = withAge(preview.warnings, source?.warnings ?? [])
    return { finding, warnings, documentHtml: preview.html }
  } catch (error) {
    const problem = problemOf(dependencies, request, error)
    return { ...noCheck, finding: finding.kind === 'problem' ? finding : problem }
  }
}

async function foretell(
  dependencies: ServiceParts,
  request: FormRequest,
): Promise<{ readonly finding: ImportFinding; readonly converted?: ConvertedForm }> {
  const { fields, isEmpty } = request.form
  if (isEmpty) return noCheck
  if (fields.spaceId === '' || fields.parentId === '') {
    return { finding: { kind: 'incomplete', text: 'Choose where the page is to stand.' } }
  }
  if (fields.pageTitle.trim() === '') {
    return { finding: { kind: 'incomplete', text: 'Give the page a title.' } }
  }
  try {
    const result = await importForm(dependencies, request, callerOf(request))
    if (result.kind !== 'foreseen') throw new TypeError('a dry run is never saved')
    const { outcome, page, warnings, document } = result
    const converted = { adf: document.adf, images: document.images, warnings }
    return { finding: { kind: 'ready', outcome, version: page?.version }, converted }
  } catch (error) {
    return { finding: problemOf(dependencies, request, error) }
  }
}

/** Each old warning matches one new one, so a further equal one counts as new. */
function withAge(
  warnings: readonly AnswerWarning[],
  earlierWarnings: PageSource['warnings'],
): CheckedWarning[] {
  const unmatched = earlierWarnings.map(({ code, message }) => `${code} ${message}`)
  return warnings.map((warning) => {
    const index = unmatched.indexOf(`${warning.code} ${warning.message}`)
    if (index >= 0) unmatched.splice(index, 1)
    return { ...warning, isOld: index >= 0 }
  })
}

function problemOf(
  dependencies: ServiceParts,
  request: FormRequest,
  error: unknown,
): ImportFinding {
  logFailure(dependencies.log, request.c.get('requestId'), error)
  return { kind: 'problem', problem: formProblem(error) }
}

interface SavedForm {
  readonly requestId: string
  readonly outcome: Outcome
  readonly pagePath: string
  readonly warnings: readonly AnswerWarning[]
}

/**
 * Sending the same form again returns the page that it made.
 * @returns The outcome, and the id of the request that did it, perhaps an earlier one.
 * @throws {unknown} The refusal, after it was recorded.
 */
export async function saveForm(
  dependencies: ServiceParts,
  request: FormRequest,
): Promise<SavedForm> {
  const caller = callerOf(request)
  try {
    const result = await importForm(dependencies, request, caller, submissionKey(request))
    if (result.kind === 'foreseen') throw new TypeError('a form to save asks for no dry run')
    const { outcome, page, warnings } = result
    const requestId = result.kind === 'repeated' ? result.requestId : caller.requestId
    return { requestId, outcome, pagePath: page.path, warnings }
  } catch (error) {
    logFailure(dependencies.log, request.c.get('requestId'), error)
    const { ledger, log } = dependencies
    await ledger
      .recordRefusal(caller, error)
      .catch((failure: unknown) => logFailure(log, caller.requestId, failure))
    throw error
  }
}

function callerOf({ c }: FormRequest) {
  return {
    userId: viewerOf(c).userId,
    requestId: c.get('requestId'),
    run: undefined,
    startedAt: c.get('startedAt'),
    arrivedAtMs: c.get('arrivedAtMs'),
    apiTokenId: noApiToken,
    via: 'form',
    tokenName: '',
    progress: {},
  } as const
}

function importForm(
  dependencies: ServiceParts,
  { c, form: { fields, body } }: FormRequest,
  caller: ReturnType<typeof callerOf>,
  ...idempotencyKeys: readonly string[]
): Promise<Imported> {
  const edited = parseId(fields.version)
  const ifMatch = edited === undefined ? undefined : `"${edited}"`
  const host = c.req.header('host')
  const { signal } = c.req.raw
  return importByRequest(dependencies, { body, host, ifMatch, idempotencyKeys, signal }, caller)
}

/** The idempotency key of a form, which changes with its fields. */
function submissionKey({ c, form: { fields, body } }: FormRequest): string {
  const digest = createHash('sha256').update(body).update(`${fields.version} ${fields.submission}`)
  return `form:${viewerOf(c).userId}:${digest.digest('hex')}`
}
