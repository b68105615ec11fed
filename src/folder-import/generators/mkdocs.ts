/** MkDocs: `mkdocs.yml`. @module */
import { resolve } from 'node:path'
import type { NavigatedTree, SiteNavigation } from '../navigation/navigation.ts'
import { readNavigationFile } from '../navigation/navigation-file.ts'
import { contextOf, isOutside, pathFrom, rebase } from '../navigation/tree-context.ts'
import { fieldOf, readYamlFields, settingsOf, siteAddresses } from '../site/settings.ts'
import { awesomePages } from './awesome-pages.ts'
import type { Generator } from './generator.ts'
import { readMkdocsNav } from './mkdocs-nav.ts'

/** https://www.mkdocs.org/user-guide/configuration/ */
export const mkdocs: Generator = {
  dialect: 'mkdocs',
  configNames: ['mkdocs.yml', 'mkdocs.yaml'],
  textSign: /^(?:!!!|\?\?\?\+?) [a-z]|^=== "/,
  relativeTo: ['file', 'page'],
  navigationFiles: [awesomePages],
  readNavigation: readNav,
  read(text, folder) {
    const fields = readYamlFields(text)
    const textOf = settingsOf(fields)
    const docs = resolve(folder, textOf('docs_dir') ?? 'docs')
    const snippets = snippetSettings(fields, folder)
    return {
      rootFolders: [docs],
      includeFolders: [...snippets.folders, folder, docs],
      keepsLines: hasExtension(fields, 'nl2br'),
      appendedFiles: snippets.appended,
      addresses: [...siteAddresses(textOf('site_url')), ...readTheDocs(text, textOf('repo_url'))],
      ...(fieldOf(fields, 'use_directory_urls') === false ? { relativeTo: ['file'] } : {}),
    }
  },
}

/** Extensions of Markdown that include files say where from; PyMdown's append some to all pages. */
function snippetSettings(
  fields: unknown,
  folder: string,
): { readonly folders: readonly string[]; readonly appended: readonly string[] } {
  const listed = [fieldOf(fields, 'markdown_extensions')].flat()
  const settings = ['pymdownx.snippets', 'mdx_include', 'markdown_include.include'].flatMap(
    (name) => listed.map((one) => fieldOf(one, name)),
  )
  return {
    folders: settings
      .flatMap((one) => textsOf(one, 'base_path'))
      .map((one) => resolve(folder, one)),
    appended: settings.flatMap((one) => textsOf(one, 'auto_append')),
  }
}

function hasExtension(fields: unknown, name: string): boolean {
  const listed = [fieldOf(fields, 'markdown_extensions')].flat()
  return listed.some((one) => one === name || fieldOf(one, name) !== undefined)
}

function textsOf(fields: unknown, name: string): readonly string[] {
  return [fieldOf(fields, name)].flat().filter((one) => typeof one === 'string')
}

/** Its sites have the name of their repository, and say the rest in variables only. */
function readTheDocs(text: string, repository = ''): string[] {
  if (!text.includes('READTHEDOCS')) return []
  const name =
    repository
      .replace(/\/{1,10}$/, '')
      .split('/')
      .at(-1) ?? ''
  if (!/^[a-z\d-]+$/i.test(name)) return []
  return ['stable', 'latest'].flatMap((version) =>
    siteAddresses(`https://${name.toLowerCase()}.readthedocs.io`, `en/${version}`),
  )
}

function readNav({ base, site, fileSystem, paths }: NavigatedTree): readonly SiteNavigation[] {
  const { configFile: file, rootFolders } = site
  if (file === undefined) return []
  const documents = rootFolders[0] ?? base
  const folder = pathFrom(base, documents)
  try {
    const entries = readMkdocsNav(readNavigationFile(file, fileSystem), contextOf(paths)(''))
    const moved = rebase(entries, (path) => pathFrom(base, resolve(documents, path)))
    const own = { folder: isOutside(folder) ? '' : folder, entries: moved }
    return [{ file, folders: [own], isWhole: true }]
  } catch (cause) {
    throw new Error(`this is no YAML: ${(cause as Error).message}`, { cause })
  }
}
