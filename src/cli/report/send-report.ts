/** Puts a report into the request to merge that a CI job is of. That it could not be put there fails no run. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { CliContext } from '../context.ts'
import type { CommentPlace } from './ci-job.ts'
import { keepComment } from './keep-comment.ts'

/** For one request, and for all of them. */
const timeoutMs = 10_000
const longestMs = 60_000

/**
 * Send the report.
 * @param report As `keepComment` takes it.
 * @param request The pull or merge request, if the job is of one.
 * @param context Has the token in its environment, and hears what went wrong.
 * @param signal Gives up.
 */
export async function sendReport(
  report: Parameters<typeof keepComment>[2],
  request: CommentPlace | undefined,
  { env, stderr }: CliContext,
  signal: AbortSignal,
): Promise<void> {
  if (request === undefined) {
    return stderr.line('--comment: this is no job of a pull or merge request.')
  }
  const { tokenName, advice } = request
  const token = env[tokenName]
  if (!token) return stderr.line(`--comment: ${tokenName} is not set. ${advice}`)
  const patience = { timeoutMs, signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]) }
  try {
    await keepComment(request, token, report, patience)
  } catch (error) {
    stderr.line(`--comment: the report is in no comment. ${reasonOf(error, request)}`)
  }
}

/** In our words: an answer may hold anything, and its end any link. */
function reasonOf(error: unknown, { apiUrl, advice }: CommentPlace): string {
  const { status, key } =
    error instanceof ImportError ? error : { status: undefined, key: 'timed-out' }
  if (status === undefined) return `${apiUrl} was not reached: ${key}.`
  const isRefused = [401, 403, 404].includes(status)
  return `${apiUrl} answered ${status}.${isRefused ? ` ${advice}` : ''}`
}
