/** Normalizes and checks titles. @module */

const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Invisible characters: a title of nothing else would be a link that nobody can see. */
const unseen = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Trim a title and normalize it to NFC, so that equal titles compare as equal. */
export function keptTitle(text: string): string {
  return text.trim().normalize('NFC')
}

/** The problem as the end of a sentence; undefined when there is none. */
export function titleProblem(title: string): string | undefined {
  if (breaking.test(title)) {
    return 'must not contain control characters such as line breaks or tabs'
  }
  return title.replace(unseen, '') === '' ? 'must hold a character that people see' : undefined
}
