/** What is asked of a wiki that a folder's pages are measured in. @module */

export interface OtherWiki {
  /** The wiki, and the way in which it takes the pages. */
  readonly name: string
  /** Tells that it is installed, where Debian puts it. */
  readonly program: string
  /**
   * Make an empty wiki, and its pages as it wants them.
   * @param place An empty folder.
   * @param pages Their Markdown, by their paths.
   */
  start(place: string, pages: ReadonlyMap<string, string>): Promise<StartedWiki>
}

export interface StartedWiki {
  /** Put the pages in. */
  importPages(): Promise<void>
  /** Count those that are there. */
  countPages(): Promise<number>
  stop(): Promise<void>
}
