/** Tells files of Markdown that are parts of a site or of other pages, and no pages. @module */
import type { DialectName } from '../../dialects/dialects.ts'
import { stemOf } from './tree-paths.ts'

/** Menus of Docsify, and the parts of its pages that all have in common. */
const docsifyParts: ReadonlySet<string> = new Set(['_sidebar', '_navbar', '_coverpage', '_footer'])

/** Folders of Jekyll that are no collections of pages. */
const jekyllFolders =
  /(?:^|\/)_(?:includes|layouts|data|sass|site|plugins|drafts|snippets|partials)(?:\/|$)/

/** At the root of a site of Mintlify. */
const mintlifySnippets = /^_?snippets\//

/**
 * Tell whether a file of Markdown is a part of something else.
 * @param path Its path from the base.
 * @param dialects What the tree is written in.
 */
export function isSitePart(path: string, dialects: readonly DialectName[]): boolean {
  const stem = stemOf(path)
  if (docsifyParts.has(stem)) return true
  const isHidden = stem.startsWith('_') && stem !== '_index'
  if (dialects.includes('docusaurus')) return isHidden || /(?:^|\/)_[^/]*\//.test(path)
  if (dialects.includes('mdx') && (isHidden || mintlifySnippets.test(path))) return true
  // By the rule of Microsoft Learn, whose configurations leave them out of the build.
  if (dialects.includes('docfx')) return /(?:^|\/)includes\//.test(path)
  return dialects.includes('jekyll') && (isHidden || jekyllFolders.test(path))
}
