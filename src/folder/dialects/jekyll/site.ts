/** Jekyll, also on GitHub Pages: `_config.yml`. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../../files/tree-paths.ts'
import { readYamlFields } from '../../navigation/yaml-value.ts'
import { settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** Folders with an underscore that hold no pages. */
const ownFolders =
  /(?:^|\/)_(?:includes|layouts|data|sass|site|plugins|drafts|snippets|partials)(?:\/|$)/

/** https://jekyllrb.com/docs/configuration/ */
export const jekyll: Generator = {
  configNames: ['_config.yml', '_config.yaml'],
  // Hexo has the same file name but other tags.
  configSign: /^(?!(?:[\s\S]*\n)?(?:source_dir|new_post_name|post_asset_folder)[ \t]*:)/,
  textSign: /\{% ?(?:include|highlight|link|raw|assign)\b|^\{: ?[.#]/,
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
      servesFolders: isFolderStyle(textOf('permalink')) || undefined,
    }
  },
}

/** Whether page addresses end with a slash, which changes the base of links. */
function isFolderStyle(permalink = ''): boolean {
  return permalink === 'pretty' || permalink.endsWith('/')
}
