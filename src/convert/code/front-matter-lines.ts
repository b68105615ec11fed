/** Finds the front matter of a file. @module */
import { splitLines } from './line-reader.ts'

/** Count the lines of the front matter, with its delimiters. */
export function frontMatterLines(texts: readonly string[]): number {
  const mark = texts[0]?.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const end = texts.findIndex((text, index) => index > 0 && text.trimEnd() === mark)
  if (end === -1) return 0
  return mark === '---' && !isMapping(texts.slice(1, end).join('\n')) ? 0 : end + 1
}

/** Remove the front matter. */
export function withoutFrontMatter(text: string): string {
  const texts = splitLines(text)
  const above = frontMatterLines(texts)
  return above === 0 ? text : texts.slice(above).join('\n')
}

const entry = /^(?:\{(?![{%])|(?![-*]\s|[#>[|%@`&!{]).*:(?:\s|$))/

/**
 * Tell by the first line that is no comment whether the text between two `---` can be a YAML
 * mapping. Empty text is an empty mapping.
 */
export function isMapping(yaml: string): boolean {
  const lines = yaml.split('\n').filter((line) => line.trim() !== '')
  const first = lines.find((line) => !line.startsWith('#'))
  return first === undefined ? lines.length === 0 : entry.test(first)
}
