/** What cannot be done while the tree is gone through, and waits for other pages. @module */
import { orFail, type PageAtWork } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import type { PlacedPage } from './placed-page.ts'
import { TitleTakenError } from './send-page.ts'

/** A page for the second pass. */
export interface WaitingPage extends PlacedPage, PageAtWork {}

export interface LeftForLater {
  /** For a second pass. */
  readonly waiting: WaitingPage[]
  /** Other pages may still give up the titles of these. */
  readonly titleTaken: AwaitingTitle[]
}

export interface TitleOptions {
  /** Another page may still give up the title that this one is to get. */
  readonly isTitleAwaited: boolean
}

interface AwaitingTitle extends PageAtWork {
  /** Try once more. */
  again(options: TitleOptions): Promise<void>
}

/**
 * Work on a page as `orFail` does; where its title is taken, it waits.
 * @returns Whether the work on it is over.
 */
export async function orWait(
  run: FolderRun,
  page: AwaitingTitle,
  { titleTaken }: LeftForLater,
  work: () => Promise<void>,
): Promise<boolean> {
  let isOver = true
  await orFail(run, page, async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof TitleTakenError)) throw error
      isOver = false
      titleTaken.push(page)
    }
  })
  return isOver
}
