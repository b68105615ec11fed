/** The errors for pages that cannot be saved. @module */
import { shortened } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import { errorOf, type Obstacle } from './decide.ts'
import type { SourceState } from './sources/source-state.ts'

export interface Refused extends Pick<AskedFields, 'pageTitle' | 'pageId'> {
  readonly isCreateOnly?: boolean | undefined
  readonly version?: number | undefined
  readonly state?: SourceState | undefined
}

/** @param refused What the words are about; `not-found` names nothing. */
export function refusalOf(
  obstacle: Obstacle,
  refused: Refused = { pageTitle: '', pageId: undefined },
): RequestError {
  const { pageTitle, version } = refused
  const key = errorOf(obstacle)
  switch (obstacle) {
    case 'already-exists':
      return new RequestError(key, existsAlready(refused))
    case 'precondition-failed':
      return new RequestError(
        key,
        version === undefined
          ? 'There is no such page, and If-Match asks for one; nothing was written. Send the import without If-Match to make it.'
          : `The page has version ${version}, which If-Match does not name; nothing was written. Look at what has changed, then send If-Match: "${version}".`,
        { version },
      )
    case 'edited-elsewhere':
      return new RequestError(key, editedElsewhere(refused.state))
    case 'belongs-to-another':
      return new RequestError(
        key,
        `The source "${shortened(refused.state?.keeper ?? '', maxShown)}" keeps this page; nothing was written. Send another pageTitle or parentId, or takeOver: true to take the page from it.`,
      )
    case 'comments-would-detach':
      return new RequestError(
        key,
        'A comment would lose the text that it is about; nothing was written. Resolve it, or keep that text.',
      )
    case 'title-taken':
      return new RequestError(
        key,
        `Another page than the one that pageId names is titled "${shortened(pageTitle, maxShown)}" under this parent. Send another pageTitle, or no pageId.`,
        { field: 'pageTitle' },
      )
    case 'below-itself':
      return new RequestError(
        key,
        'parentId must be neither the page that pageId names nor a page below it: nothing can stand below itself.',
        { field: 'parentId' },
      )
    case 'written-by-others':
      return new RequestError(
        key,
        'Others than imports wrote this homepage, so no import takes their text away. Send the id of another page, or none.',
        { field: 'pageId' },
      )
    case 'conflict':
      return new RequestError(
        key,
        'Somebody else is changing this page at the moment; nothing was written. Try again.',
        { retryAfterSeconds: 2 },
      )
    // All reasons get the same answer, so that it reveals nothing about closed spaces.
    case 'not-found':
      return new RequestError(
        key,
        'No such space or page for this token. Check spaceId, parentId and pageId, that the pages are in this space and not in the trash, and the access of the token and its owner.',
      )
  }
}

function editedElsewhere(state: SourceState | undefined): string {
  if (state === undefined) {
    return 'People edited this page since its last import, and the space keeps their edits; nothing was written. Bring the edits into the Markdown with "markport pull".'
  }
  const { by, at, version } = state.edit
  const edit = `(version ${version}, ${at}); nothing was written`
  return state.edits === 'all'
    ? `${shortened(by, maxShown)} wrote this page, and no import did ${edit}. Send another pageTitle, or have the space set with "markport space edits KEY overwrite".`
    : `${shortened(by, maxShown)} wrote this page since the last import ${edit}. Bring the edit into the Markdown with "markport pull", or undo it.`
}

function existsAlready({ pageTitle, pageId, isCreateOnly }: Refused): string {
  const isNamed = pageId !== undefined
  const place = isNamed
    ? 'The page that pageId names already exists'
    : `A page titled "${shortened(pageTitle, maxShown)}" already exists under this parent`
  const instead = isNamed ? '' : ', or another pageTitle'
  return isCreateOnly
    ? `${place}, and this API token may only create pages. Send another pageTitle, or use a token that may update pages.`
    : `${place}. Send overwrite: true to update it${instead}.`
}

const maxShown = 80
