/** Finds what a file says of itself, above its Markdown. @module */
import { isMapping } from '../is-mapping.ts'

/** Count the lines of the front matter, with those around it. */
export function frontMatterLines(texts: readonly string[]): number {
  const mark = texts[0]?.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const end = texts.findIndex((text, index) => index > 0 && text.trimEnd() === mark)
  if (end === -1) return 0
  return mark === '---' && !isMapping(texts.slice(1, end).join('\n')) ? 0 : end + 1
}
