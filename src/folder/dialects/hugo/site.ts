/** Hugo: `hugo.toml`, or `config.toml` in older sites. @module */
import { dirname, resolve } from 'node:path'
import type { FileSystem } from '../../files/guarded-files.ts'
import { asList, asWords } from '../../navigation/yaml-value.ts'
import {
  fieldOf,
  folderAbove,
  languageRoots,
  readSettings,
  settingsOf,
  siteAddresses,
} from '../../site/settings.ts'
import type { ContentMount } from '../../site/site.ts'
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
  read(text, folder, base, fileSystem) {
    const fields = readSettings(text)
    const textOf = settingsOf(fields)
    // Without a configuration, the folder `content` marks the site.
    const content = folderAbove(base, 'content')
    const site = text === '' && content !== undefined ? dirname(content) : folder
    const part = (name: string): object => fieldsIn(fields, name, folder, fileSystem)
    const module = part('module')
    const mounts = contentMounts(module).slice(0, maxMounts)
    const languages = fieldOf(fields, 'languages') ?? {}
    const folders = [
      ...Object.values(languages).map((languageFields) => settingsOf(languageFields)('contentDir')),
      textOf('contentDir') ?? 'content',
      ...mounts.map(({ source, target }) => (target === '' ? source : undefined)),
    ].filter((path) => path !== undefined)
    const roots = folders.flatMap((root) => languageRoots(resolve(site, root), base))
    const language = textOf('defaultContentLanguage') ?? 'en'
    const partMounts = mounts
      .filter(({ target }) => target !== '')
      .flatMap(({ source, target }) =>
        roots.map((root) => ({ source: resolve(site, source), target: resolve(root, target) })),
      )
      .slice(0, maxMounts)
    const languageParams = fieldOf(fieldOf(languages, language), 'params')
    return {
      name: textOf('title'),
      rootFolders: [
        ...roots,
        ...roots.map((root) => resolve(root, language)),
        ...['static', 'assets'].map((name) => resolve(site, name)),
        ...partMounts.map(({ source }) => source),
      ],
      mounts: partMounts,
      otherModules: asList(fieldOf(module, 'imports'))
        .filter((item) => contentMounts(item).length > 0)
        .flatMap((item) => asWords(fieldOf(item, 'path')) ?? []),
      includeFolders: [...roots.map((root) => resolve(root, 'includes')), site],
      litterFolders: ['archetypes', 'layouts', 'themes'].map((name) => resolve(site, name)),
      addresses: siteAddresses(textOf('baseURL')),
      inheritsFrom: ['_index.md', `_index.${language}.md`],
      variables: {
        ...Object(fields),
        params: { ...part('params'), ...Object(languageParams) },
      },
    }
  },
}

/** A table of the configuration, which may be in a separate file. */
function fieldsIn(fields: unknown, name: string, folder: string, files: FileSystem): object {
  const file = endings
    .map((ending) => resolve(folder, `config/_default/${name}.${ending}`))
    .find((path) => files.exists(path))
  const inFile = file === undefined ? {} : readSettings(files.readSettings(file))
  return { ...Object(fieldOf(fields, name)), ...Object(inFile) }
}

/** We read at most this many mounts, because every link is looked up in each of them. */
const maxMounts = 20

/**
 * The folders that the site mounts below `content`; a mount of all content has an empty target.
 * https://gohugo.io/configuration/module/#mounts
 */
function contentMounts(module: unknown): ContentMount[] {
  return asList(fieldOf(module, 'mounts')).flatMap((mount) => {
    const [source, place = ''] = ['source', 'target'].map(settingsOf(mount))
    const [isContent, target = ''] = /^\/?content(?:\/(.*?))?\/?$/.exec(place) ?? []
    return source === undefined || isContent === undefined ? [] : [{ source, target }]
  })
}
