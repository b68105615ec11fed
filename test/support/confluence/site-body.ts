/** What a simulated site does to bodies: ADF on Cloud, storage format on Data Center. @module */

export interface SiteBody {
  /**
   * What is stored of a body that came by the API.
   * @throws {Refusal} When it is not a body.
   */
  apiSave(sent: string, page: BodyPage): string
  /** What its editor makes of a body that nobody changed. */
  editorSave(body: string, page: BodyPage): string
  /**
   * Change words in the block of this number.
   * @throws {Error} When there is none.
   */
  changeBlock(body: string, block: number, change: (text: string) => string): string
  /**
   * Put a comment's marker around the nth place of a text.
   * @throws {Error} When there is none.
   */
  addMarker(body: string, text: string, nth: number, marker: string): string
  /** Whether two stored bodies say the same, whatever ids saving gave their parts. */
  isSame(one: string, other: string): boolean
  /** The markers of comments in it, each once. */
  markers(body: string): readonly string[]
  /** An empty page's. */
  readonly empty: string
}

/** What of a page goes into its body on saving. */
export interface BodyPage {
  readonly id: string
  readonly files: readonly BodyFile[]
  /** Another page that the body links to, by its id or by its title in the space. */
  find(wanted: { id?: string; title?: string }): LinkedPage | undefined
  /** What a mention of an account says. */
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
  /** The newest first; bodies may name any of them. */
  readonly fileIds: readonly string[]
}
