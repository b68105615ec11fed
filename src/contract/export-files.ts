/** The names of files in the export of a space, which an import reads back. @module */

/** Written last: an export without this file is incomplete. */
export const exportMark = 'markport.json'

export const attachmentsFolder = 'attachments'

/** Prefix that keeps a relative address from naming a part of the export. */
export const foreignMark = './'

/** Tell whether an address without `foreignMark` would name a part of the export. */
export function mayNamePart(url: string): boolean {
  return !/^[/?#]|^[a-z][a-z0-9+.-]*:/i.test(url)
}
