/** Reads the edits of a page from the wiki's API. @module */

/** An edited block of a page, compared with the last import. */
export interface RemoteEdit {
  /**
   * Lines of the imported Markdown, from 1; for a new block the second is one less than the first.
   */
  readonly line?: number
  readonly endLine?: number
  readonly before: string
  /** The new Markdown; empty for a removed block. */
  readonly after: string
  /** Set where Markdown cannot express all of the formatting. */
  readonly isRough?: boolean
  /** Why the edit cannot be applied to lines. */
  readonly problem?: string
}

export interface PageEdits {
  readonly version: number
  /** Author of the last edit. */
  readonly by: string
  readonly at: string
  /** As last imported. */
  readonly markdown: string
  readonly edits: readonly RemoteEdit[]
}

/** Force all values to strings, because they are written to files. */
export function toEdits({
  version,
  by,
  at,
  markdown,
  edits,
}: Readonly<Record<string, unknown>>): PageEdits {
  const list: readonly unknown[] = Array.isArray(edits) ? edits : []
  return {
    version: Number(version),
    by: String(by),
    at: String(at),
    markdown: String(markdown),
    edits: list.map((one): RemoteEdit => {
      const { line, endLine, before, after, isRough, problem } = Object(one) as Readonly<
        Record<string, unknown>
      >
      const isPlaced = Number.isSafeInteger(line) && Number.isSafeInteger(endLine)
      return {
        ...(isPlaced ? { line: Number(line), endLine: Number(endLine) } : {}),
        before: String(before),
        after: String(after),
        ...(isRough === true ? { isRough } : {}),
        ...(typeof problem === 'string' ? { problem } : {}),
      }
    }),
  }
}
