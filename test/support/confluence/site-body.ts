/** What a simulated site does to bodies: ADF on Cloud, storage format on Data Center. @module */

export interface SiteBody {
  apiSave(sent: string, page: BodyPage): string
  editorSave(body: string): string
  changeBlock(body: string, block: number, change: (text: string) => string): string
  addMarker(body: string, text: string, nth: number, marker: string): string
  /** Ignores ids that saving generates. */
  isSame(one: string, other: string): boolean
  markers(body: string): readonly string[]
  readonly empty: string
}

export interface BodyPage {
  readonly id: string
  readonly files: readonly BodyFile[]
  find(wanted: { id?: string; title?: string }): LinkedPage | undefined
  mentionOf(accountId: string): string | undefined
}

export interface LinkedPage {
  readonly title: string
  readonly version: number
}

export interface BodyFile {
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly fileIds: readonly string[]
}
