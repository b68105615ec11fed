/** The names that VitePress gives to headings. @module */

/**
 * Name a heading by its words, or as it says itself.
 * @param heading What stands behind its `#`.
 */
export function slugOf(heading: string): string {
  const [, named] = /\{#([^{}\s]+)\}\s*$/.exec(heading) ?? []
  if (named !== undefined) return named
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '')
  return words.trim().replace(/\s+/g, '-')
}
