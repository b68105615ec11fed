/** Sidebars of VitePress and Starlight: links with words, in groups. @module */
import type { NavigationContext, NavigationEntry } from './navigation.ts'
import { findListedPage } from './page-finder.ts'
import { asList, asTable, asWords } from './yaml-value.ts'

/**
 * Read a sidebar, or several by the addresses that they stand at:
 * https://vitepress.dev/reference/default-theme-sidebar,
 * https://starlight.astro.build/guides/sidebar/
 */
export function readLinkSidebars(value: unknown, context: NavigationContext): NavigationEntry[][] {
  if (Array.isArray(value)) return [readItems(value, context, '')]
  return Object.values(asTable(value)).map((sidebar) => {
    const { items, base } = asTable(sidebar)
    return readItems(items ?? sidebar, context, asWords(base) ?? '')
  })
}

function readItems(value: unknown, context: NavigationContext, base: string): NavigationEntry[] {
  return asList(value).flatMap((item) => readItem(item, context, base))
}

function readItem(item: unknown, context: NavigationContext, base: string): NavigationEntry[] {
  const { text, label, link, slug, items, autogenerate, base: own, ...rest } = asTable(item)
  const title =
    asWords(text)
      ?.replace(/<[^<>]*>/g, '')
      .trim() || asWords(label)
  const below = items ?? rest.children
  const directory = asWords(asTable(autogenerate ?? onlyGenerated(below)).directory)
  const address = asWords(item) ?? asWords(slug) ?? asWords(link) ?? directory
  const isElsewhere = address === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const path = isElsewhere ? undefined : findListedPage(base + address, context)
  const entries = readItems(below, context, asWords(own) ?? base)
  if (path === undefined && entries.length === 0) return []
  return [
    {
      ...(title === undefined ? {} : { title }),
      ...(path === undefined ? {} : { path }),
      ...(entries.length === 0 ? {} : { entries }),
    },
  ]
}

/** What a group holds when that is nothing but the pages of a folder. */
function onlyGenerated(items: unknown): unknown {
  const [only, ...others] = asList(items)
  return others.length === 0 ? asTable(only).autogenerate : undefined
}
