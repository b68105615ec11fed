/** Blocks of code between tags, and groups of them. @module */
import { makeTab } from '../parts/make-parts.ts'
import type { Code, Part } from '../parts/part.ts'
import type { VisitedTag } from '../parts/part-construct.ts'

/** Give the code between two tags as its lines. */
export function codeInTag({
  content,
  source,
}: Pick<VisitedTag, 'content' | 'source'>): readonly string[] {
  const [only] = content
  if (content.length === 1 && only?.type === 'code' && only.fence === '')
    return only.lines.map(({ text, indentation = '' }) => indentation + text)
  return source.replace(/^[^\S\n]*\n|\n[^\S\n]*$/g, '').split('\n')
}

export function isFenced(part: Part): part is Code {
  return part.type === 'code' && part.fence !== ''
}

/**
 * Turn each code block into a tab.
 * @param content Parts whose code blocks have a label: `[npm]` or a title.
 */
export function codeGroup(content: readonly Part[]): readonly Part[] {
  return content.map((part) => (isFenced(part) ? codeTab(part) : part))
}

/** Take code out of the quotes and lists around it. */
function withoutPrefix({ closing, ...code }: Code): Code {
  const lines = code.lines.map((line) => ({ ...line, prefix: '' }))
  return closing === undefined
    ? { ...code, lines }
    : { ...code, lines, closing: { ...closing, prefix: '' } }
}

const titled = /(?<!\s)\s*(?:\[([^\][]+)\]|\b(?:title|filename|label)="([^"]+)")/

function codeTab(code: Code): Part {
  const info = code.info.trim()
  const [language = '', ...words] = info.split(/\s+/)
  const found = titled.exec(info)
  const label = found?.[1] ?? found?.[2]
  const spoken =
    label ??
    (words
      .join(' ')
      .replace(/\{[^}]*\}|[\w-]+=\S+/g, '')
      .trim() ||
      language)
  // The tab's label replaces the title of the code.
  const rest = label === undefined ? language : info.replace(found?.[0] as string, '')
  return makeTab(spoken, [withoutPrefix({ ...code, info: rest })], code.line)
}
