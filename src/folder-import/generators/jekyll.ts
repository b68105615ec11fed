/** Jekyll, and GitHub Pages by it: `_config.yml`. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../files/tree-paths.ts'
import { readYamlFields, settingsOf, siteAddresses } from '../site/settings.ts'
import type { Generator } from './generator.ts'

/** Folders that are no collections of pages. */
const ownFolders =
  /(?:^|\/)_(?:includes|layouts|data|sass|site|plugins|drafts|snippets|partials)(?:\/|$)/

/** https://jekyllrb.com/docs/configuration/ */
export const jekyll: Generator = {
  dialect: 'jekyll',
  configNames: ['_config.yml', '_config.yaml'],
  textSign: /\{% ?(?:include|highlight|link|raw|assign)\b|^\{: ?[.#]/,
  relativeTo: ['file', 'page'],
  isPart: (path) => isUnderlined(path) || ownFolders.test(path),
  read(text, folder) {
    const fields = readYamlFields(text)
    const textOf = settingsOf(fields)
    const source = resolve(folder, textOf('source') ?? '.')
    return {
      rootFolders: [source],
      includeFolders: [resolve(source, '_includes')],
      addresses: siteAddresses(textOf('url'), textOf('baseurl')),
      variables: fields,
    }
  },
}
