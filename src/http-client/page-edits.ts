/** What somebody edited of a page where it is shown, as the wiki's own API tells it. @module */

/** A block of a page that somebody edited where it is shown, since it was imported. */
export interface RemoteEdit {
  /** The lines of the Markdown that was imported, from 1; the second is before the first where the block is new. */
  readonly line?: number
  readonly endLine?: number
  /** What stands in those lines; empty for a block that is new. */
  readonly before: string
  /** What they would say now; empty for a block that was removed. */
  readonly after: string
  /** Set where Markdown has the words, and not all of their look. */
  readonly isRough?: boolean
  /** Why no lines can be changed for it. */
  readonly problem?: string
}

/** What was edited of a page. */
export interface PageEdits {
  readonly version: number
  /** Who made the last of the edits, and when. */
  readonly by: string
  readonly at: string
  /** As it was imported last. */
  readonly markdown: string
  readonly edits: readonly RemoteEdit[]
}

/** Texts are taken for texts whatever was sent: they go into files. */
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
