/** Hexo: `_config.yml`, which Jekyll has as well. @module */
import { join, resolve } from 'node:path'
import { isUnderlined, pathFrom } from '../files/tree-paths.ts'
import {
  contextOf,
  isOutside,
  type NavigatedTree,
  type NavigationEntry,
  readNavigationFile,
  type SiteNavigation,
} from '../navigation/navigation.ts'
import { asTable, asWords, parseYaml } from '../navigation/yaml-value.ts'
import { readYamlFields, settingsOf, siteAddresses } from '../site/settings.ts'
import type { Generator } from './generator.ts'

/** https://hexo.io/docs/configuration */
export const hexo: Generator = {
  dialect: 'hexo',
  configNames: ['_config.yml'],
  configSign:
    /^(?:source_dir|public_dir|archive_dir|new_post_name|post_asset_folder|render_drafts|skip_render|filename_case|code_dir)\s*:/m,
  siteFolders: ['.', 'docs', 'website', 'site'],
  textSign:
    /\{% ?(?:asset_img|asset_link|post_link|post_path|codeblock|include_code|pullquote|centerquote|cq|endnote)\b/,
  relativeTo: ['file', 'page'],
  readNavigation: readSidebar,
  isPart: (path) => isUnderlined(path) || /(?:^|\/)_(?:drafts|data|discarded)\//.test(path),
  read(text, folder) {
    const fields = readYamlFields(text)
    const textOf = settingsOf(fields)
    return {
      rootFolders: [resolve(folder, textOf('source_dir') ?? 'source')],
      addresses: siteAddresses(textOf('url')),
      variables: fields,
    }
  },
}

/** Themes of documentation have their menu there: folders, their sections, and the pages of these. */
const sidebarName = '_data/sidebar.yml'

function readSidebar({ base, paths, site, fileSystem }: NavigatedTree): readonly SiteNavigation[] {
  const [source = base] = site.rootFolders
  const file = join(source, sidebarName)
  if (!fileSystem.exists(file)) return []
  const { exists } = contextOf(paths)('')
  const menus = Object.entries(asTable(parseYaml(readNavigationFile(file, fileSystem))))
  const folders = menus.flatMap(([name, menu]) => {
    const folder = pathFrom(base, join(source, name))
    if (isOutside(folder)) return []
    const pathOf = (address: string): string | undefined => {
      const path = pathFrom(base, join(source, name, address.replace(/\.html$/, '.md')))
      return exists(path) ? path : undefined
    }
    return [{ folder, entries: entriesIn(menu, pathOf, 0) }]
  })
  return [{ file, folders, isWhole: true }]
}

const maxDepth = 10

/** Names of sections and pages are words for translators. */
function entriesIn(
  menu: unknown,
  pathOf: (address: string) => string | undefined,
  depth: number,
): NavigationEntry[] {
  if (depth > maxDepth) return []
  return Object.entries(asTable(menu)).flatMap(([name, value]): NavigationEntry[] => {
    const address = asWords(value)
    const path = address === undefined ? undefined : pathOf(address)
    if (path !== undefined) return [{ path }]
    const entries = entriesIn(value, pathOf, depth + 1)
    return entries.length === 0 ? [] : [{ title: sectionTitle(name), entries }]
  })
}

function sectionTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
