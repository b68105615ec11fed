/** The errors for pages that cannot be saved. @module */
import { RequestError } from '../contract/errors.ts'
import type { AskedFields } from '../contract/import-request.ts'
import { recordedAs } from './ledger/entry.ts'

type SaveRefusal = Exclude<keyof typeof recordedAs, 'precondition-failed'> | 'create-only'

export function refusalOf(
  reason: SaveRefusal,
  { pageTitle, pageId }: Pick<AskedFields, 'pageTitle' | 'pageId'>,
): RequestError {
  const key = recordedAs[reason === 'create-only' ? 'already-exists' : reason]
  switch (reason) {
    case 'already-exists':
      return new RequestError(
        key,
        pageId === undefined
          ? `A page titled "${shortened(pageTitle)}" already exists under this parent. Send overwrite: true to update it, or another pageTitle.`
          : 'The page that pageId names already exists. Send overwrite: true to update it.',
      )
    case 'create-only':
      return new RequestError(
        key,
        `${
          pageId === undefined
            ? `A page titled "${shortened(pageTitle)}" already exists under this parent`
            : 'The page that pageId names already exists'
        }, and this API token may only create pages. Send another pageTitle, or use a token that may update pages.`,
      )
    case 'title-taken':
      return new RequestError(
        key,
        `Another page than the one that pageId names is titled "${shortened(pageTitle)}" under this parent. Send another pageTitle, or no pageId.`,
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
    // One answer for every reason, so that it reveals nothing about closed spaces.
    case 'not-found':
      return new RequestError(
        key,
        'spaceId, parentId or pageId names nothing that this token may write to: check that the space, the parent page and the page exist, that both pages are in that space and not in the trash, and that the token and its owner may write there.',
      )
  }
}

export function existsAlready(
  asked: Parameters<typeof refusalOf>[1],
  { isCreateOnly }: { readonly isCreateOnly?: boolean | undefined },
): RequestError {
  return refusalOf(isCreateOnly ? 'create-only' : 'already-exists', asked)
}

const maxShownTitle = 80

function shortened(title: string): string {
  return title.length > maxShownTitle ? `${title.slice(0, maxShownTitle - 1)}…` : title
}
