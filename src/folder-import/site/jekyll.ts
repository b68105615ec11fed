/** Jekyll, and GitHub Pages by it: `_config.yml`. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'
import { readYamlFields, settingsOf, siteAddresses } from './settings.ts'

/** https://jekyllrb.com/docs/configuration/ */
export const jekyll: Generator = {
  dialect: 'jekyll',
  configNames: ['_config.yml', '_config.yaml'],
  textSign: /\{% ?(?:include|highlight|link|raw|assign)\b|^\{: ?[.#]/,
  relativeTo: ['file', 'page'],
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
