/** Jekyll, also on GitHub Pages: `_config.yml`. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../../files/tree-paths.ts'
import { fieldOf, readYamlFields, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { SiteTemplates } from '../../templates/site-templates.ts'
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
      templates: templatesOf(fields, source),
      ...(isFolderStyle(textOf('permalink')) ? { relativeTo: ['page', 'file'] } : {}),
    }
  },
}

/** Whether page addresses end with a slash, which changes the base of links. */
function isFolderStyle(permalink = ''): boolean {
  return permalink === 'pretty' || permalink.endsWith('/')
}

/** Values that depend on all pages, or change with each build. */
const madeBySite =
  /\bsite\.(?:posts|pages|html_pages|documents|collections|static_files|html_files|tags|categories|related_posts|time|github)\b|\bpage\.(?:content|excerpt|previous|next|url|path|id|relative_path|collection)\b|(?<![\w./-])(?:paginator|jekyll|theme)\.\w|(["'])(?:now|today)\1/

/** https://jekyllrb.com/docs/variables/ and https://jekyllrb.com/docs/datafiles/ */
function templatesOf(fields: unknown, source: string): SiteTemplates {
  const site = typeof fields === 'object' && fields !== null ? fields : {}
  const collections = Object.keys(fieldOf(fields, 'collections') ?? {})
  return {
    dataFolder: resolve(source, settingsOf(fields)('data_dir') ?? '_data'),
    siteValues: (data) => ({ site: { ...site, data } }),
    pageValues: (frontMatter) => ({ page: frontMatter }),
    findUnknown(template, data) {
      const [buildValue] = madeBySite.exec(template) ?? []
      if (buildValue !== undefined) return buildValue
      for (const [fullName, dataName, name = ''] of template.matchAll(siteName)) {
        if (dataName === undefined ? collections.includes(name) : !Object.hasOwn(data, dataName))
          return fullName
      }
      return undefined
    },
  }
}

const siteName = /\bsite\.(?:data\.([\w-]+)|([\w-]+))/g
