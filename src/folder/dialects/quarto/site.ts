/** Quarto: `_quarto.yml`. @module */
import { join } from 'node:path'
import type { FileSystem } from '../../files/guarded-files.ts'
import { isBelowUnderline, joinPaths, readableName } from '../../files/tree-paths.ts'
import {
  entryOf,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asList, asTable, asWords, parseYaml, readYamlFields } from '../../navigation/yaml-value.ts'
import { fieldOf, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://quarto.org/docs/websites/website-navigation.html, https://quarto.org/docs/books/ */
const contents: NavigationSource = {
  names: /^_quarto\.ya?ml$/,
  read(text, context) {
    const { website, book } = asTable(parseYaml(text))
    const sidebars = [asTable(website).sidebar].flat().map(asTable)
    const sections = sidebars.flatMap(({ title, id, contents }) => {
      const items = readItems(contents, context, 0)
      const name = asWords(title) ?? readableName(asWords(id) ?? '')
      return sidebars.length === 1 || name === '' ? items : entryOf({ title: name, entries: items })
    })
    const entries = [...readItems(asTable(book).chapters, context, 0), ...sections]
    return entries.length === 0 ? undefined : { entries }
  },
}

/** https://quarto.org/docs/reference/projects/options.html */
export const quarto: Generator = {
  configNames: ['_quarto.yml', '_quarto.yaml'],
  siteFolders: ['.', 'docs'],
  textSign: /^:{3,} ?\{[^{}]*\.(?:callout|panel|column)-/,
  navigationFiles: [contents],
  isPart: isBelowUnderline,
  read(text, folder, _base, fileSystem) {
    const fields = readYamlFields(text)
    const site = settingsOf(fieldOf(fields, 'website'))
    return {
      rootFolders: [folder],
      addresses: siteAddresses(site('site-url')),
      variables: { ...Object(fields), ...variablesIn(folder, fileSystem) },
      inheritsFrom: ['_metadata.yml', '_metadata.yaml'],
    }
  },
}

const maxBytes = 100_000

/** https://quarto.org/docs/authoring/variables.html#var */
function variablesIn(folder: string, { readSettings }: FileSystem): object {
  try {
    return Object(readYamlFields(readSettings(join(folder, '_variables.yml'), maxBytes)))
  } catch {
    return {}
  }
}

const maxDepth = 20

function readItems(value: unknown, context: NavigationContext, depth: number): NavigationEntry[] {
  if (depth > maxDepth) return []
  return asList(value).flatMap((item): NavigationEntry[] => {
    const { href, file, section, part, text, contents: below, chapters } = asTable(item)
    const [page, ...heads] = [
      asWords(item) ?? asWords(href) ?? asWords(file),
      asWords(section),
      asWords(part),
    ]
    const target = page ?? heads.find((head) => head !== undefined && isPage(head))
    const title = asWords(text) ?? heads.find((head) => head !== undefined && !isPage(head))
    const path =
      target === undefined || !isPage(target) ? undefined : joinPaths(context.folder, target)
    const entries = [below, chapters].flatMap((list) => readItems(list, context, depth + 1))
    return entryOf({ path, title, entries })
  })
}

function isPage(target: string): boolean {
  return /\.(?:qmd|md|ipynb|rmd)$/i.test(target) && !target.includes('://')
}
