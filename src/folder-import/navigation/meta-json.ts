/** `_meta.json` of Nextra and `meta.json` of Fumadocs. @module */
import { joinPaths } from '../files/tree-paths.ts'
import type { NavigationContext, NavigationEntry, NavigationSource } from './navigation.ts'
import { asTable, asWords } from './yaml-value.ts'

/** https://fumadocs.dev/docs/page-conventions, https://nextra.site/docs/file-conventions/meta-file */
export const metaJson: NavigationSource = {
  names: /^_?meta\.json$/,
  read(text, context) {
    const table = asTable(JSON.parse(text) as unknown)
    return Array.isArray(table.pages) ? readFumadocs(table, context) : readNextra(table, context)
  },
}

function readFumadocs(
  { title, pages }: Readonly<Record<string, unknown>>,
  context: NavigationContext,
): ReturnType<NavigationSource['read']> {
  const name = asWords(title)
  const entries = (pages as readonly unknown[]).flatMap((page) =>
    // A heading between pages, a link and what is not named are no pages.
    typeof page !== 'string' || /^(?:---|\.\.\.|z\.\.\.|!|\[)/.test(page)
      ? []
      : find(page, context),
  )
  return { ...(name === undefined ? {} : { title: name }), entries }
}

function readNextra(
  table: Readonly<Record<string, unknown>>,
  context: NavigationContext,
): ReturnType<NavigationSource['read']> {
  const entries = Object.entries(table).flatMap(([name, value]) => {
    const title = asWords(value) ?? asWords(asTable(value).title)
    return find(name, context).map((entry) => (title === undefined ? entry : { ...entry, title }))
  })
  return entries.length === 0 ? undefined : { entries }
}

/** Pages are named without their ending. */
function find(name: string, { folder, exists }: NavigationContext): NavigationEntry[] {
  const path = joinPaths(folder, name)
  if (path === undefined) return []
  const candidates = ['.md', '.mdx', ''].map((ending) => path + ending)
  const found = candidates.find((candidate) => exists(candidate))
  return found === undefined ? [] : [{ path: found }]
}
