/** Tabs: expands that stand side by side, of which a page shows one at a time. ADF has no node for them. @module */

/**
 * The name that `details` of tabs share, as HTML has it for those of which one is open at a time; and how
 * the local id of their expand begins, by which pages know them.
 */
export const tabName = 'tabs'

/**
 * Tell whether an expand is a tab.
 * @param localId The id that it has, if it has one.
 */
export function isTabId(localId: unknown): boolean {
  return typeof localId === 'string' && localId.startsWith(`${tabName}-`)
}
