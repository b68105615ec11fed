type DialectNoticeCode =
  | 'syntax-shown'
  | 'syntax-left-out'
  | 'template-shown'
  | 'template-opened'
  | 'include-missing'
  | 'include-too-much'
  | 'include-outside'

export interface IncludedFile {
  /** From the tree's root folder, with `/` separators. */
  readonly path: string
  readonly text: string
}

/** A page or anchor that links can name by an id of its own. */
export interface UidPage {
  readonly title: string
  readonly address: string
}

/** What the caller provides for reading one file. */
export interface DialectContext {
  readonly path: string
  /**
   * Read another text file of the repository; report it when missing or outside.
   * @param address Path from this file's folder or from an include folder of the site; with a
   * leading `/`, from the site's root.
   * @param isSample Do not report a missing file: the directive may only be an example.
   */
  readInclude(address: string, line: number, isSample?: boolean): IncludedFile | undefined
  /**
   * Find the nearest file by name, with or without ending and folders.
   * @returns Its percent-encoded address for a link in this file.
   */
  findFile(name: string): string | undefined
  /** Whether the site shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** Find a page by its `uid`, whatever its file is called. */
  findUid(uid: string): UidPage | undefined
  /**
   * Find a value in the site's configuration.
   * @param name Keys from the outermost on, joined by dots.
   */
  variable(name: string): string | undefined
  /** Find a value that front matter of a parent folder passes down. */
  inherited(name: string): string | undefined
  /** Whether pages may use values of the configuration and `raw` tags. */
  readonly hasMacros: boolean
  /** Report something about a line; each code and detail is kept once. */
  notice(code: DialectNoticeCode, detail: string, line: number): void
}
