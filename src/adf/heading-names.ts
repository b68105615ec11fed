/** The names by which links find headings: by GitHub's rule, and by Confluence's. @module */

/**
 * Name a heading as GitHub does.
 * @param text Its words.
 */
export function githubSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * Name a heading as Confluence Cloud does.
 * @param text Its words.
 */
export function confluenceAnchor(text: string): string {
  return text.trim().replace(/\s/g, '-')
}

/**
 * Start counting names: a repeated one gets a number, `a-1` at GitHub, `A.1` in Confluence.
 * @param separator What stands before the number.
 */
export function uniqueNames(separator: '-' | '.'): (name: string) => string {
  const used = new Map<string, number>()
  return (name) => {
    let count = used.get(name) ?? 0
    let unique = count === 0 ? name : `${name}${separator}${count}`
    // Words may look like a number that was given out.
    while (count > 0 && used.has(unique)) {
      count += 1
      unique = `${name}${separator}${count}`
    }
    used.set(name, count + 1)
    if (unique !== name) used.set(unique, 1)
    return unique
  }
}
