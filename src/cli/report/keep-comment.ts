/** Keeps one comment of a pull or merge request up to date, by the API of its forge. @module */
import type { HttpAnswer, HttpRequest } from '../../http-client/exchange.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { type Patience, type ReadAnswer, sendRequest } from '../../http-client/send-request.ts'
import type { CommentPlace } from './ci-job.ts'

/** The same of both forges; who wrote one is called otherwise. */
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

/** Both give so many at once, and neither takes more than 5,000 in a request to merge. */
const pageSize = 100
const maxPages = 50

/**
 * Write a comment, or write the one anew that is there. It is known by the first line and by who wrote it:
 * others may write that line as well. Where several are there, as two jobs or a lost answer may leave them,
 * the first is kept.
 * @param place Where.
 * @param token What signs in.
 * @param comment Its marker, which is the first line of its text. With `isNewWanted` false it is only
 * written where one is there.
 * @param patience How long to wait, and how often to try.
 * @throws {ImportError} When the forge does not take it.
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
    (await listComments(send, place)).filter((one) => isOurs(one) && one.body.startsWith(marker))
  let own = await list()
  if (own.length === 0 && isNewWanted) {
    await send('POST', place.comments, readOk, { body: text })
    own = await list()
  }
  const [first, ...others] = own
  if (first !== undefined && first.body !== text) {
    await send(place.update, place.comment(first.id), readOk, { body: text })
  }
  for (const { id } of others) await send('DELETE', place.comment(id), readGone)
}

type Send = <Answer>(
  method: HttpRequest['method'],
  path: string,
  read: (answer: HttpAnswer) => ReadAnswer<Answer>,
  fields?: object,
) => Promise<Answer>

function caller(place: CommentPlace, token: string, patience: Patience): Send {
  // GitHub answers nobody without a name.
  const headers = { 'user-agent': 'markport', 'content-type': 'application/json' }
  return async (method, path, read, fields) => {
    const body = fields === undefined ? {} : { body: JSON.stringify(fields) }
    const request = { url: place.apiUrl + path, method, token, headers, ...body }
    return (await sendRequest(patience, request, read)).answer
  }
}

/** The token of a job of GitHub's may not ask who it is: what it writes, a bot has written. */
async function findAuthor(send: Send): Promise<(comment: Comment) => boolean> {
  const read = (answer: HttpAnswer): ReadAnswer<Author | undefined> =>
    answer.status === 403 ? { answer: undefined } : readJson<Author>(answer)
  const me = await send('GET', '/user', read)
  return ({ user, author }) =>
    me === undefined ? user?.type === 'Bot' : (user ?? author)?.id === me.id
}

async function listComments(send: Send, { comments }: CommentPlace): Promise<Comment[]> {
  const all: Comment[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const path = `${comments}?per_page=${pageSize}&page=${page}&sort=asc`
    const some = await send('GET', path, readJson<Comment[]>)
    all.push(...some)
    if (some.length < pageSize) break
  }
  return all.sort((one, other) => one.id - other.id)
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

/** Another job may have been faster. */
function readGone(answer: HttpAnswer): ReadAnswer<undefined> {
  return answer.status === 404 ? { answer: undefined } : readOk(answer)
}

function refusal(status: number): ImportError {
  return new ImportError('bad-answer', `answered ${status}`, { status })
}
