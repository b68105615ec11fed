/** The one form in which titles are compared. @module */

/**
 * Fold a title to its key: trimmed, Unicode NFC, case kept.
 * @param title The title as somebody wrote it.
 */
export function titleKey(title: string): string {
  // PostgreSQL refuses text with these even in a search; no kept title has them.
  return title.trim().normalize('NFC').toWellFormed().replaceAll('\0', '\uFFFD')
}
