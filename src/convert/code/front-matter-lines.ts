/** Finds what a file says of itself, above its Markdown. @module */

/** Count the lines of the front matter, with those around it. */
export function frontMatterLines(texts: readonly string[]): number {
  const mark = texts[0]?.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const end = texts.findIndex((text, index) => index > 0 && text.trimEnd() === mark)
  if (end === -1) return 0
  return mark === '---' && !isMapping(texts.slice(1, end).join('\n')) ? 0 : end + 1
}

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
