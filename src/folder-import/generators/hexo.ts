/** Hexo: `_config.yml`, which Jekyll has as well. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../files/tree-paths.ts'
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
