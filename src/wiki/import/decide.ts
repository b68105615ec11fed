/** Decides whether an import creates or updates a page or is refused, and in which words. @module */
import { shortened } from '../../contract/base/visible-text.ts'
import { type ErrorKey, RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import type { SourceState } from './sources/source-state.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** The existing state. A wiki leaves out facts that it does not know; they never refuse an import. */
export interface Existing {
  /** Whether the space and the parent exist and the writer may write there. */
  readonly hasParent: boolean
  readonly page: ExistingState | undefined
  /** Whether the requested id is reserved for a future page. */
  readonly isReserved?: boolean
  readonly isTitleTaken?: boolean
  readonly isBelowItself?: boolean
  readonly isMovedMeanwhile?: boolean
}

export interface ExistingState {
  readonly version: number
  readonly isSame?: boolean
  /** Whether the page is a homepage that people also edited. */
  readonly isHomepageOfOthers?: boolean
  /** Whether another source owns the page and the request does not take it over. */
  readonly isOfAnother?: boolean
  /** Edits by people that the import would overwrite. */
  readonly edits?: Edits
  /** Whether the import would remove text that has a comment. */
  readonly losesComments?: boolean
}

/**
 * - `some`: people edited the page since its last import
 * - `unknown`: another installation imported the page, so people's edits are unknown
 * - `all`: no import wrote the page
 */
export type Edits = 'none' | 'some' | 'unknown' | 'all'

interface Requested {
  readonly isNamed: boolean
  readonly overwrite: boolean
  readonly ifMatch?: VersionCondition | undefined
  /** How the space treats edits by people; without it they are overwritten. */
  readonly editPolicy?: keyof typeof refusedEdits | undefined
  readonly commentPolicy?: 'detach' | 'refuse'
}

const refusedEdits = {
  overwrite: [],
  'overwrite-imported': ['all'],
  'keep-theirs': ['all', 'unknown'],
  refuse: ['all', 'unknown', 'some'],
} as const satisfies Readonly<Record<string, readonly Edits[]>>

export type Obstacle =
  | 'not-found'
  | 'conflict'
  | 'already-exists'
  | 'precondition-failed'
  | 'belongs-to-another'
  | 'edited-elsewhere'
  | 'comments-would-detach'
  | 'below-itself'
  | 'written-by-others'
  | 'title-taken'

interface ObstacleRow {
  readonly error: ErrorKey
  isThere(existing: Existing, requested: Requested): boolean
}

/** Obstacles in order: the import is refused with the first that applies. */
const obstacles: Readonly<Record<Obstacle, ObstacleRow>> = {
  'not-found': {
    error: 'not-found',
    isThere: ({ hasParent, page, isReserved }, { isNamed }) =>
      !hasParent || (isNamed && page === undefined && !isReserved),
  },
  conflict: {
    error: 'unavailable',
    isThere: ({ isMovedMeanwhile }) => isMovedMeanwhile === true,
  },
  'already-exists': {
    error: 'already-exists',
    isThere: ({ page }, { overwrite }) => page !== undefined && !overwrite,
  },
  'precondition-failed': {
    error: 'precondition-failed',
    isThere: ({ page }, { ifMatch }) => !isVersionMet(ifMatch, page?.version),
  },
  'belongs-to-another': {
    error: 'belongs-to-another',
    isThere: ({ page }) => page?.isOfAnother === true,
  },
  'edited-elsewhere': {
    error: 'edited-elsewhere',
    isThere: ({ page }, { editPolicy = 'overwrite' }) =>
      refusedEdits[editPolicy].some((edits) => edits === page?.edits),
  },
  'comments-would-detach': {
    error: 'comments-would-detach',
    isThere: ({ page }, { commentPolicy }) =>
      page?.losesComments === true && commentPolicy === 'refuse',
  },
  'below-itself': {
    error: 'bad-request',
    isThere: ({ isBelowItself }) => isBelowItself === true,
  },
  'written-by-others': {
    error: 'already-exists',
    isThere: ({ page }) => page?.isHomepageOfOthers === true,
  },
  'title-taken': {
    error: 'already-exists',
    isThere: ({ isTitleTaken }) => isTitleTaken === true,
  },
}

export type Decision = Outcome | Obstacle

export function decide(existing: Existing, requested: Requested): Decision {
  for (const [obstacle, { isThere }] of Object.entries(obstacles)) {
    if (isThere(existing, requested)) return obstacle as Obstacle
  }
  return outcomeAt(existing.page)
}

export function outcomeAt(page: Pick<ExistingState, 'isSame'> | undefined): Outcome {
  if (page === undefined) return 'created'
  return page.isSame ? 'unchanged' : 'updated'
}

export function isObstacle(decision: Decision): decision is Obstacle {
  return decision in obstacles
}

export function errorOf(obstacle: Obstacle): ErrorKey {
  return obstacles[obstacle].error
}

export type VersionCondition = 'any' | readonly number[]

const maxVersions = 100

/** @throws {RequestError} `bad-request` for anything but `*` or versions such as `"7"`. */
export function readIfMatch(header: string | undefined): VersionCondition | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (text === '*') return 'any'
  const tags = text.split(',').map((tag) => tag.trim())
  // Weak tags are valid but never match.
  const isTag = (tag: string): boolean => /^(?:W\/)?"[\x21\x23-\x7e]{0,40}"$/.test(tag)
  if (tags.length > maxVersions || !tags.every(isTag)) {
    throw new RequestError(
      'bad-request',
      'If-Match must be the version that the page is to have in quotes, such as "7", or *.',
    )
  }
  return tags.flatMap((tag) => (/^"[1-9]\d{0,15}"$/.test(tag) ? [Number(tag.slice(1, -1))] : []))
}

/** @throws {RequestError} `bad-request` for anything but `*`. */
export function readIfNoneMatch(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '*') return header !== undefined
  throw new RequestError(
    'bad-request',
    'If-None-Match must be *: an import that is to make a page, and to write over none.',
  )
}

export function asUnwantedPage(error: unknown): unknown {
  if (!(error instanceof RequestError) || error.key !== 'already-exists') return error
  return new RequestError(
    'precondition-failed',
    'The page is there, and If-None-Match: * asks that there is none; nothing was written. Send the import without it to update the page.',
  )
}

function isVersionMet(
  condition: VersionCondition | undefined,
  version: number | undefined,
): boolean {
  if (condition === undefined) return true
  return version !== undefined && (condition === 'any' || condition.includes(version))
}

interface Refused extends Pick<AskedFields, 'pageTitle' | 'pageId'> {
  readonly isCreateOnly?: boolean | undefined
  readonly version?: number | undefined
  readonly state?: SourceState | undefined
}

/** @param refused The refusal to word; for `not-found` it needs no other fields. */
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
