/** Quarto: `_quarto.yml`. @module */
import { join } from 'node:path'
import { isBelowUnderline, joinPaths, readableName } from '../../files/tree-paths.ts'
import {
  entryOf,
  type ListFields,
  listedEntries,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asTable, asWords, parseYaml, readYamlFields } from '../../navigation/yaml-value.ts'
import { fieldOf, fieldsOfFile, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://quarto.org/docs/websites/website-navigation.html, https://quarto.org/docs/books/ */
const contents: NavigationSource = {
  names: /^_quarto\.ya?ml$/,
  read(text, context) {
    const { website, book } = asTable(parseYaml(text))
    const sidebars = [asTable(website).sidebar].flat().map(asTable)
    const sections = sidebars.flatMap(({ title, id, contents }) => {
      const items = listedEntries(contents, fields, context)
      const name = asWords(title) ?? readableName(asWords(id) ?? '')
      return sidebars.length === 1 || name === '' ? items : entryOf({ title: name, entries: items })
    })
    const entries = [...listedEntries(asTable(book).chapters, fields, context), ...sections]
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
    // https://quarto.org/docs/authoring/variables.html#var
    const variables = fieldsOfFile(join(folder, '_variables.yml'), fileSystem)
    return {
      addresses: siteAddresses(site('site-url')),
      variables: { ...Object(fields), ...Object(variables) },
      inheritsFrom: ['_metadata.yml', '_metadata.yaml'],
    }
  },
}

const fields: ListFields = {
  title: ({ text, section, part }) => [
    text,
    ...[section, part].filter((head) => !isPage(asWords(head) ?? '')),
  ],
  pages: ({ href, file, section, part }) => [href, file, section, part],
  lists: ['contents', 'chapters'],
  find: (target, { folder }) => (isPage(target) ? joinPaths(folder, target) : undefined),
}

function isPage(target: string): boolean {
  return /\.(?:qmd|md|ipynb|rmd)$/i.test(target) && !target.includes('://')
}
