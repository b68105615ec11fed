/** Tells front matter from text between two dividing lines. @module */

/** A key with its colon, or a mapping in braces; no list, quote, table or definition of a link. */
const entry = /^(?:\{(?![{%])|(?![-*]\s|[#>[|%@`&!{]).*:(?:\s|$))/

/**
 * Tell whether the text between two lines of `---` can be a YAML mapping, by its first line that is
 * neither blank nor a comment. Nothing at all is an empty one.
 */
export function isMapping(yaml: string): boolean {
  const lines = yaml.split('\n').filter((line) => line.trim() !== '')
  const first = lines.find((line) => !line.startsWith('#'))
  return first === undefined ? lines.length === 0 : entry.test(first)
}
