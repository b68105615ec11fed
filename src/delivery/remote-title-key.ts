/** The one form in which Confluence compares titles, across a whole space. @module */

/**
 * Fold a title to its key.
 * @param title The title as somebody wrote it.
 */
export function remoteTitleKey(title: string): string {
  return title.trim().normalize('NFC').toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}
