/** The messages of refused deliveries, and warnings about people's edits and comments. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import { shortened } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import { contractLimits } from '../../contract/limits.ts'
import { refusalOf } from '../../wiki/import/decide.ts'
import type { PlannedBody } from '../body/page-body.ts'
import { ConfluenceError, isOfKind } from '../confluence-error.ts'
import type { RemotePageHead, RemoteVersion } from '../site.ts'

type PageName = Pick<AskedFields, 'pageTitle' | 'pageId'>

/** @param existingPage The page with the title; undefined where the site names none. */
export function titleClash(
  request: PageName,
  existingPage: Pick<RemotePageHead, 'title' | 'url' | 'status'> | undefined,
): RequestError {
  const title = shortened(request.pageTitle, maxShown)
  const where =
    existingPage === undefined
      ? 'this account does not see it: it may be restricted, archived, in the trash or new'
      : `${existingPage.status === 'archived' ? 'in the archive, ' : ''}${existingPage.url}`
  const isOtherCase =
    existingPage !== undefined && existingPage.title.normalize('NFC') !== request.pageTitle
  const inCase = isOtherCase
    ? `, as "${shortened(existingPage.title, maxShown)}": case does not count there`
    : ''
  return new RequestError(
    'already-exists',
    `A page of this space in Confluence is titled "${title}" already${inCase} (${where}). Send another pageTitle, or connect the space with --on-title-clash suffix.`,
    { field: 'pageTitle' },
  )
}

export function editedElsewhere(
  { id, url, version: { number, authorName, createdAt } }: RemotePageHead,
  isImported: boolean,
): RequestError {
  const author = shortened(authorName, maxShown)
  const when = `(version ${number}, ${createdAt}); nothing was written`
  return new RequestError(
    'edited-elsewhere',
    isImported
      ? `${author} edited this page in Confluence ${when}. Bring the edit into the Markdown with "markport pull", or undo it there.`
      : `${author} wrote this page in Confluence, and no import did ${when}. Send another pageTitle, or have the space set with "markport space edits KEY overwrite".`,
    { page: { id, url } },
  )
}

export function wouldDetachComments(
  { id, url }: Pick<RemotePageHead, 'id' | 'url'>,
  comments: readonly { readonly quoted: string }[],
): RequestError {
  const first = comments[0]?.quoted ?? ''
  const otherCount = comments.length - 1
  return new RequestError(
    'comments-would-detach',
    `The comment on "${shortened(first, maxShown)}" ${otherCount > 0 ? `and ${otherCount} more ` : ''}would lose the text that it is about; nothing was written. Resolve it in Confluence, or keep that text.`,
    { page: { id, url } },
  )
}

export function restrictedThere(cause: unknown): RequestError {
  return new RequestError(
    'bad-request',
    "Confluence does not let Markport's account change this page: it is restricted there, or the account may not edit pages of the space. The page was not changed. Let the account edit it in Confluence, then import again.",
    { cause },
  )
}

/** @throws {RequestError} When the site cannot answer. */
export async function withSiteErrors<Result>(
  ask: () => Promise<Result>,
  request: PageName = { pageTitle: '', pageId: undefined },
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ConfluenceError ? refusalOfSite(error, request) : error
  }
}

export function refusalOfSite(error: ConfluenceError, request: PageName): RequestError {
  switch (error.kind) {
    case 'credential':
      return new RequestError(
        'unavailable',
        "Confluence refuses Markport's own credential; nothing was written. Tell the administrator: markport doctor says more.",
        { cause: error, retryAfterSeconds: 60 },
      )
    case 'not-found':
      return refusalOf('not-found', request)
    case 'title-taken':
      return titleClash(request, undefined)
    case 'bad-request':
      return new RequestError(
        'bad-request',
        `Confluence refuses this page: ${shortened(error.message, 180)}`,
        { cause: error },
      )
    case 'removed':
      return new RequestError(
        'unavailable',
        `Confluence has removed a call that this needs (${shortened(error.message, 120)}); nothing was written. Tell the administrator: markport doctor says more.`,
        { cause: error, retryAfterSeconds: 600 },
      )
    default:
      return notAnswering(error)
  }
}

export function notAnswering(cause: unknown): RequestError {
  const delayMs = cause instanceof ConfluenceError ? cause.retryAfterMs : undefined
  const advice = 'Try again: what was written there is found again.'
  return new RequestError(
    'unavailable',
    isOfKind(cause, 'foreign')
      ? `${shortened(cause.message, 230)} ${advice}`
      : `Confluence cannot answer at the moment. ${advice}`,
    { cause, retryAfterSeconds: Math.min(600, Math.max(5, Math.ceil((delayMs ?? 0) / 1000))) },
  )
}

export function otherOnItsWay(retryAfterSeconds: number): RequestError {
  return new RequestError(
    'unavailable',
    'Another import of a page with this title is on its way to Confluence. Try again in a few seconds.',
    { retryAfterSeconds },
  )
}

export function tooManyOpen(limit: number): RequestError {
  return new RequestError(
    'unavailable',
    `${limit} imports of this space wait for Confluence, as many as may. Try again later.`,
    { retryAfterSeconds: 60 },
  )
}

export function stoppingHere(): RequestError {
  return new RequestError('unavailable', 'This server is stopping. Try again in a second.', {
    retryAfterSeconds: 1,
  })
}

/** Longest title or name in a message. */
const maxShown = 80
const maxWords = 60
const maxComments = 100

export function warnOfEdit(
  { number, authorName, createdAt }: RemoteVersion,
  keptEdits: PlannedBody['keptEdits'],
  isOwn: boolean,
): AnswerWarning {
  const author = isOwn ? 'Somebody' : shortened(authorName, maxWords)
  const when = isOwn ? 'before the last import' : `on ${createdAt}`
  const isReplaced = keptEdits.length === 0 || keptEdits.includes(false)
  const result = isReplaced ? 'is replaced by this import' : 'was kept'
  return changed(
    'edited-there',
    `${author} edited this page in Confluence ${when}: the edit ${result}. Version ${number} in its history has all of it.`,
  )
}

export function warnOfComments(comments: PlannedBody['comments']): AnswerWarning[] {
  // List lost comments first, in case the list is cut.
  const sorted = comments.toSorted((a, b) => Number(a.isKept) - Number(b.isKept))
  return sorted.slice(0, maxComments).map(({ quoted, isKept }) => {
    const comment = `The comment on "${shortened(quoted, maxWords)}"`
    if (!isKept) {
      const message = `${comment} lost its text: Confluence keeps it without a place on the page.`
      return lost('comment-detached', message)
    }
    const message = `${comment} was kept at its text.`
    return { code: 'comment-kept', severity: 'note', message, line: 0 }
  })
}

export function isOfComment(code: string): boolean {
  return code.startsWith('comment-')
}

export function warnOfMove(): AnswerWarning {
  return changed(
    'remote-moved',
    'Somebody moved this page in Confluence; this import puts it back below its parent. To leave it there, name that parent.',
  )
}

export function warnOfRestriction(): AnswerWarning {
  return lost(
    'page-restricted',
    "Confluence would refuse this import: Markport's account may not change this page. It is restricted there, or the account may not edit pages of the space. Let the account edit it in Confluence.",
  )
}

export function warnOfClosedCall(
  subject: 'images' | 'labels',
  error: ConfluenceError,
): AnswerWarning {
  const loss =
    subject === 'images'
      ? 'Images and files that the page had not got yet are left out, and words stand in their place'
      : 'The labels of the page were not changed'
  return lost(
    `${subject}-not-taken`,
    `${loss}: Confluence has removed the call for them (${shortened(error.message, maxWords)}). The next import tries again.`,
  )
}

export function warnOfLargeFiles(names: readonly string[]): AnswerWarning {
  const [first = ''] = names
  const others = names.length > 1 ? ` and ${names.length - 1} more` : ''
  return lost(
    'images-not-taken',
    `Left out, with words in its place: ${shortened(first, maxWords)}${others}. Confluence, or a proxy before it, takes no file so large (HTTP 413). Make it smaller, or have the limit raised.`,
  )
}

function changed(code: AnswerWarning['code'], message: string): AnswerWarning {
  return { code, severity: 'changed', message, line: 0 }
}

function lost(code: AnswerWarning['code'], message: string): AnswerWarning {
  return { code, severity: 'lost', message, line: 0 }
}

export function isWithAll(warnings: readonly AnswerWarning[]): boolean {
  return !warnings.some(({ code }) => code === 'images-not-taken' || code === 'labels-not-taken')
}

export function withRemarks(
  warnings: readonly AnswerWarning[],
  remarks: readonly AnswerWarning[],
): readonly AnswerWarning[] {
  if (remarks.length === 0) return warnings
  return [...remarks, ...warnings].slice(0, contractLimits.maxWarnings)
}
