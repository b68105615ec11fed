/** DocFX: `docfx.json`. @module */
import { folderOf, joinPaths } from '../../files/tree-paths.ts'
import {
  type ListFields,
  listedEntries,
  type NavigationContext,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asTable, asWords, parseYaml, readYamlFields } from '../../navigation/yaml-value.ts'
import { siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://dotnet.github.io/docfx/docs/table-of-contents.html */
const toc: NavigationSource = {
  names: /^toc\.ya?ml$/i,
  read(text, context) {
    const value = parseYaml(text)
    const { items } = asTable(value)
    const list = Array.isArray(value) ? value : items
    return list === undefined ? undefined : { entries: listedEntries(list, fields, context) }
  },
}

const tocName = /(?:^|\/)toc\.ya?ml(?:$|[?#])/i

const fields: ListFields = {
  title: ({ name }) => [name],
  // A linked table of contents lists the pages of its own folder.
  pages: ({ href, topicHref, homepage }) =>
    tocName.test(asWords(href) ?? '') ? [href, topicHref, homepage] : [topicHref, homepage, href],
  lists: ['items'],
  find: readAddress,
}

function readAddress(address: string, { folder }: NavigationContext): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  const path = joinPaths(folder, address.replace(/^~?\//, '').replace(/[?#].*$/, ''))
  return path !== undefined && tocName.test(path) ? folderOf(path) : path
}

/** Microsoft Learn serves many sites at one host. */
const learnMenu = /^~?\/(.{0,500}?)\/(?:bread\/|breadcrumb\/)?toc\.(?:json|yml)$/

/** https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Generator = {
  configNames: ['docfx.json'],
  siteFolders: ['.', 'docs'],
  pathSign: /(?:^|\/)toc\.yml$/i,
  textSign: /\[!INCLUDE ?\[|\[!div\b/i,
  navigationFiles: [toc],
  // Microsoft Learn excludes these folders from its build.
  isPart: (path) => /(?:^|\/)includes\//.test(path),
  read(text) {
    const { globalMetadata } = asTable(asTable(readYamlFields(text)).build)
    const [, folder] = learnMenu.exec(asWords(asTable(globalMetadata).breadcrumb_path) ?? '') ?? []
    return folder === undefined
      ? {}
      : { addresses: siteAddresses('https://learn.microsoft.com', folder) }
  },
}
