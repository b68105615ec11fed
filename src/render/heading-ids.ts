/** Ids of headings, by the rule that GitHub's Markdown links rely on. @module */
import type { AdfNode } from '../adf/types.ts'
import { adfToText } from './adf-to-text.ts'

/** Keeps ids from content apart from those of the page around it. */
const prefix = 'h-'

/** Hands out the ids of one document. */
export function headingIds(): (heading: AdfNode) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const slug = headingSlug(adfToText({ version: 1, type: 'doc', content: [heading] }))
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    return `${prefix}${slug}${count === 0 ? '' : `-${count}`}`
  }
}

/**
 * Turn the fragment of a link inside the document into the id of its heading.
 * @param fragment What follows the `#`.
 */
export function fragmentId(fragment: string): string {
  return prefix + headingSlug(decode(fragment))
}

function headingSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
