/** VitePress: `.vitepress/config.ts`, a program. @module */
import { join, resolve } from 'node:path'
import type { NavigatedTree } from '../../navigation/navigation.ts'
import { isOfSite, programEndings, readLinkPrograms } from '../../navigation/program-navigation.ts'
import { languageRoots, programSettings, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://vitepress.dev/reference/site-config */
export const vitepress: Generator = {
  configNames: ['.vitepress/config', '.vitepress/config/index'].flatMap((name) =>
    ['ts', 'js', 'mts', 'mjs'].map((ending) => `${name}.${ending}`),
  ),
  ownFolders: ['.vitepress', '.vuepress'],
  siteFolders: ['.', 'docs'],
  textSign: /^::: ?(?:code-group|details|v-pre)|^<<< /,
  readNavigation: (tree) => readLinkPrograms(tree, configsBeside(tree)),
  read(text, folder, base) {
    const textOf = programSettings(text)
    const source = resolve(folder, textOf('srcDir') ?? '.')
    return {
      rootFolders: [
        ...languageRoots(source, base),
        ...rewrittenFolders(text).map((path) => resolve(source, path)),
        resolve(source, 'public'),
      ],
      includeFolders: [source],
      addresses: siteAddresses(undefined, textOf('base')),
    }
  },
}

/** Folders rewritten to the site's root, as by `'en/:rest*': ':rest*'`. */
function rewrittenFolders(text: string): string[] {
  const rewrites = text.matchAll(/(["'])([\w./-]{1,100}\/):\w{1,50}\*?\1: ?(["']):\w{1,50}\*?\3/g)
  return Array.from(rewrites, ([, , folder = '']) => folder)
}

/** Page folders may hold more configurations, for example for languages. */
function configsBeside({ base, site: { folder }, paths, fileSystem }: NavigatedTree): string[] {
  const ofSite = programEndings
    .map((ending) => join(folder, `config${ending}`))
    .filter(isOfSite(folder, fileSystem))
  const configs = paths.filter((path) => /^(?:[^/]{1,100}\/)?config\.[cm]?[jt]s$/.test(path))
  return [...ofSite, ...configs.map((path) => join(base, path))]
}
