/** Hugo: `hugo.toml`, or `config.toml` in older sites. @module */
import { dirname, resolve } from 'node:path'
import type { FileSystem } from '../../files/guarded-files.ts'
import {
  fieldOf,
  folderAbove,
  languageRoots,
  readSettings,
  settingsOf,
  siteAddresses,
} from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

const endings = ['toml', 'yaml', 'yml', 'json']

export const hugo: Generator = {
  configNames: ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap(
    (name) => endings.map((ending) => `${name}.${ending}`),
  ),
  configSign: /\b(?:baseURL|languageCode|contentDir|defaultContentLanguage)\b/i,
  siteFolders: ['.', 'website', 'site', 'docs'],
  pathSign: /(?:^|\/)_index(?:\.[a-z-]+)?\.md$/,
  textSign: /\{\{[<%] ?\/?[\w.-]+/,
  relativeTo: ['page', 'file'],
  read(text, folder, base, fileSystem) {
    const fields = readSettings(text)
    const textOf = settingsOf(fields)
    // Without a configuration, the folder `content` marks the site.
    const content = folderAbove(base, 'content')
    const site = text === '' && content !== undefined ? dirname(content) : folder
    const folders = [
      ...Object.values(fieldOf(fields, 'languages') ?? {}).map((languageFields) =>
        settingsOf(languageFields)('contentDir'),
      ),
      textOf('contentDir') ?? 'content',
    ].filter((path) => path !== undefined)
    const roots = folders.flatMap((root) => languageRoots(resolve(site, root), base))
    const language = textOf('defaultContentLanguage') ?? 'en'
    return {
      name: textOf('title'),
      rootFolders: [
        ...roots,
        ...roots.map((root) => resolve(root, language)),
        ...['static', 'assets'].map((name) => resolve(site, name)),
      ],
      includeFolders: [...roots.map((root) => resolve(root, 'includes')), site],
      litterFolders: ['archetypes', 'layouts', 'themes'].map((name) => resolve(site, name)),
      addresses: siteAddresses(textOf('baseURL')),
      inheritsFrom: ['_index.md', `_index.${language}.md`],
      variables: { ...Object(fields), params: paramsOf(fields, language, folder, fileSystem) },
    }
  },
}

/** The language's parameters precede those of the site, which may be in a separate file. */
function paramsOf(fields: unknown, language: string, folder: string, files: FileSystem): object {
  const languageParams = fieldOf(fieldOf(fieldOf(fields, 'languages'), language), 'params')
  const file = endings
    .map((ending) => resolve(folder, `config/_default/params.${ending}`))
    .find((path) => files.exists(path))
  const inFile = file === undefined ? {} : readSettings(files.readSettings(file))
  return { ...Object(fieldOf(fields, 'params')), ...Object(inFile), ...Object(languageParams) }
}
