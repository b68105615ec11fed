/** The one form in which titles are compared. @module */

/**
 * Fold a title to its key: trimmed, Unicode NFC, case kept.
 * @param title The title as somebody wrote it.
 */
export function titleKey(title: string): string {
  return title.trim().normalize('NFC')
}
