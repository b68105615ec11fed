/** Titles as they are kept, whoever wrote them. @module */

/** They would break the line that a title is, or could not be typed. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** What nobody sees: a title of nothing else is a link that nobody finds. */
const unseen = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Put a title as it is kept: trimmed, and in the form in which titles are compared, so that the same
 * title in another spelling is no other one.
 */
export function keptTitle(text: string): string {
  return text.trim().normalize('NFC')
}

/**
 * Tell what is wrong with the characters of a title.
 * @returns What follows its name in a message; undefined for nothing.
 */
export function titleProblem(title: string): string | undefined {
  if (breaking.test(title)) {
    return 'must not contain control characters such as line breaks or tabs'
  }
  return title.replace(unseen, '') === '' ? 'must hold a character that people see' : undefined
}
