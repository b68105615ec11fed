/** How titles are compared: by Confluence, and here. @module */

/**
 * Fold a title to its key: the one form in which Confluence compares titles, across a whole space.
 * @param title The title as somebody wrote it.
 */
export function remoteTitleKey(title: string): string {
  return title.trim().normalize('NFC').toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * Tell whether two titles are the same here.
 * @param one A title.
 * @param other Another.
 */
export function isSameTitle(one: string, other: string): boolean {
  return one.trim().normalize('NFC') === other.trim().normalize('NFC')
}
