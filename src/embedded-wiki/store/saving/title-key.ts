/** The one form in which titles are compared. @module */
import { keptTitle } from '../../../importing/page-title.ts'

/**
 * Fold a title to its key: trimmed, Unicode NFC, case kept.
 * @param title The title as somebody wrote it.
 */
export function titleKey(title: string): string {
  // PostgreSQL refuses text with these even in a search; no kept title has them.
  return keptTitle(title).toWellFormed().replaceAll('\0', '\uFFFD')
}
