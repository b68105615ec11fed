/** Keeps warnings back until it is known whether their file was sent: old ones must not hide the new. @module */
import type { FileWarning, FolderEvent, PageOutcome } from '../../folder-import/folder-events.ts'

/** What is told: warnings that were told before are only counted, ahead of the summary. */
export type ToldEvent =
  | FolderEvent
  | { readonly type: 'old-warnings'; readonly warnings: number; readonly files: number }

/** Tells whether a warning was told before, of a page that came to this end, or of no page. */
export type IsOldWarning = (warning: FileWarning, outcome: PageOutcome | undefined) => boolean

/** Tell what is new of an import as it comes. */
export function heldWarnings(
  isOld: IsOldWarning,
  tell: (event: ToldEvent) => void,
): (event: FolderEvent) => void {
  const held = new Map<string, FileWarning[]>()
  const old = { warnings: 0, files: new Set<string>() }
  const release = (file: string, outcome?: PageOutcome): void => {
    for (const warning of held.get(file) ?? []) {
      if (isOld(warning, outcome)) {
        old.warnings += 1
        old.files.add(file)
      } else tell({ type: 'warning', ...warning })
    }
    held.delete(file)
  }
  return (event) => {
    if (event.type === 'warning') {
      const { type, ...warning } = event
      const kept = held.get(event.file) ?? []
      held.set(event.file, kept)
      kept.push(warning)
      return
    }
    if (event.type === 'page') release(event.file, event.outcome)
    if (event.type === 'summary') {
      for (const file of [...held.keys()]) release(file)
      const { warnings, files } = old
      if (warnings > 0) tell({ type: 'old-warnings', warnings, files: files.size })
    }
    tell(event)
  }
}
