/** What is asked of a wiki that a folder's pages are measured in. @module */

export interface OtherWiki {
  readonly name: string
  readonly program: string
  start(place: string, pages: ReadonlyMap<string, string>): Promise<StartedWiki>
}

export interface StartedWiki {
  importPages(): Promise<void>
  countPages(): Promise<number>
  stop(): Promise<void>
}
