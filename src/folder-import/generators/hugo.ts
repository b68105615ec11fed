/** Hugo: `hugo.toml`, or `config.toml` in older sites. @module */
import { dirname, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import {
  fieldOf,
  folderAbove,
  languageRoots,
  readSettings,
  settingsOf,
  siteAddresses,
} from '../site/settings.ts'
import type { Generator } from './generator.ts'

const endings = ['toml', 'yaml', 'yml', 'json']

/** https://gohugo.io/configuration/ */
export const hugo: Generator = {
  dialect: 'hugo',
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
    // Without its configuration a site is known by the folder that it must have.
    const content = folderAbove(base, 'content')
    const site = text === '' && content !== undefined ? dirname(content) : folder
    const folders = [
      ...Object.values(fieldOf(fields, 'languages') ?? {}).map((one) =>
        settingsOf(one)('contentDir'),
      ),
      textOf('contentDir') ?? 'content',
    ].filter((one) => one !== undefined)
    const roots = folders.flatMap((one) => languageRoots(resolve(site, one), base))
    const language = textOf('defaultContentLanguage') ?? 'en'
    return {
      rootFolders: [
        ...roots,
        ...roots.map((root) => resolve(root, language)),
        ...['static', 'assets'].map((one) => resolve(site, one)),
      ],
      // Kubernetes keeps what its pages share there; others name files from the folder of the site.
      includeFolders: [
        ...roots.flatMap((root) => ['includes', 'examples'].map((name) => resolve(root, name))),
        site,
      ],
      addresses: siteAddresses(textOf('baseURL')),
      inheritsFrom: ['_index.md', `_index.${language}.md`],
      variables: { ...Object(fields), params: paramsOf(fields, language, folder, fileSystem) },
    }
  },
}

/** Of the language first, then of the site; in a file of their own, where there is one. */
function paramsOf(fields: unknown, language: string, folder: string, files: FileSystem): object {
  const own = fieldOf(fieldOf(fieldOf(fields, 'languages'), language), 'params')
  const file = endings
    .map((ending) => resolve(folder, `config/_default/params.${ending}`))
    .find((one) => files.exists(one))
  const inFile = file === undefined ? {} : readSettings(files.readSettings(file))
  return { ...Object(fieldOf(fields, 'params')), ...Object(inFile), ...Object(own) }
}
