/** Posts a report on the merge request of a CI job; a failure never fails the run. @module */
import { append } from '../../contract/base/append.ts'
import { type HttpAnswer, type HttpRequest, ImportError } from '../../folder/client/exchange.ts'
import { type Patience, type ReadAnswer, sendRequest } from '../../folder/client/send-request.ts'
import type { CliContext } from '../context.ts'
import type { CommentPlace } from './ci-job.ts'

const timeoutMs = 10_000
const longestMs = 60_000

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

/** Never quote the forge's answer: it may contain tokens or links. */
function reasonOf(error: unknown, { apiUrl, advice }: CommentPlace): string {
  const { status, key } =
    error instanceof ImportError ? error : { status: undefined, key: 'timed-out' }
  if (status === undefined) return `${apiUrl} was not reached: ${key}.`
  const isRefused = [401, 403, 404].includes(status)
  return `${apiUrl} answered ${status}.${isRefused ? ` ${advice}` : ''}`
}

/** The fields that both forges share. */
interface Comment {
  readonly id: number
  readonly body: string
  readonly user?: Author
  readonly author?: Author
}

interface Author {
  readonly id: number
  readonly type?: string
}

/** Both forges return at most 100 at once, and allow 5,000 comments. */
const pageSize = 100
const maxPages = 50

/**
 * Create or update a comment. Ours is the first with this first line by this author, because others
 * may copy the line.
 * @throws {ImportError} When the forge refuses it.
 */
export async function keepComment(
  place: CommentPlace,
  token: string,
  comment: { readonly marker: string; readonly text: string; readonly isNewWanted: boolean },
  patience: Patience,
): Promise<void> {
  const { marker, text, isNewWanted } = comment
  const send = caller(place, token, patience)
  const isOurs = await findAuthor(send)
  const list = async (): Promise<Comment[]> =>
    (await listComments(send, place)).filter(
      (comment) => isOurs(comment) && comment.body.startsWith(marker),
    )
  let ownComments = await list()
  if (ownComments.length === 0 && isNewWanted) {
    await send('POST', place.comments, readOk, { body: text })
    ownComments = await list()
  }
  const [first, ...duplicates] = ownComments
  if (first !== undefined && first.body !== text) {
    await send(place.update, place.comment(first.id), readOk, { body: text })
  }
  for (const { id } of duplicates) await send('DELETE', place.comment(id), readGone)
}

type Send = <Answer>(
  method: HttpRequest['method'],
  path: string,
  read: (answer: HttpAnswer) => ReadAnswer<Answer>,
  fields?: object,
) => Promise<Answer>

function caller(place: CommentPlace, token: string, patience: Patience): Send {
  // GitHub requires a user agent.
  const headers = { 'user-agent': 'markport', 'content-type': 'application/json' }
  return async (method, path, read, fields) => {
    const body = fields === undefined ? {} : { body: JSON.stringify(fields) }
    const request = { url: place.apiUrl + path, method, token, headers, ...body }
    return (await sendRequest(patience, request, read)).answer
  }
}

/** GitHub's job token may not ask for its own user, but it always writes as a bot. */
async function findAuthor(send: Send): Promise<(comment: Comment) => boolean> {
  const read = (answer: HttpAnswer): ReadAnswer<Author | undefined> =>
    answer.status === 403 ? { answer: undefined } : readJson<Author>(answer)
  const tokenUser = await send('GET', '/user', read)
  return ({ user, author }) =>
    tokenUser === undefined ? user?.type === 'Bot' : (user ?? author)?.id === tokenUser.id
}

async function listComments(send: Send, { comments }: CommentPlace): Promise<Comment[]> {
  const all: Comment[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const path = `${comments}?per_page=${pageSize}&page=${page}&sort=asc`
    const batch = await send('GET', path, readJson<Comment[]>)
    append(all, batch)
    if (batch.length < pageSize) break
  }
  return all.sort((a, b) => a.id - b.id)
}

function readJson<Value>({ status, text }: HttpAnswer): ReadAnswer<Value> {
  if (status !== 200) return { error: refusal(status) }
  try {
    return { answer: JSON.parse(text) as Value }
  } catch {
    return { error: refusal(status) }
  }
}

function readOk({ status }: HttpAnswer): ReadAnswer<undefined> {
  return status >= 200 && status < 300 ? { answer: undefined } : { error: refusal(status) }
}

/** Another job may have deleted it first. */
function readGone(answer: HttpAnswer): ReadAnswer<undefined> {
  return answer.status === 404 ? { answer: undefined } : readOk(answer)
}

function refusal(status: number): ImportError {
  return new ImportError('bad-answer', `answered ${status}`, { status })
}
