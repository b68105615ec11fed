/** VitePress: `.vitepress/config.ts`, a program. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'
import { languageRoots, programSettings, siteAddresses } from './settings.ts'

/** https://vitepress.dev/reference/site-config */
export const vitepress: Generator = {
  dialect: 'vitepress',
  configNames: ['.vitepress/config', '.vitepress/config/index'].flatMap((name) =>
    ['ts', 'js', 'mts', 'mjs'].map((ending) => `${name}.${ending}`),
  ),
  ownFolders: ['.vitepress', '.vuepress'],
  siteFolders: ['.', 'docs'],
  textSign: /^::: ?(?:code-group|details|v-pre)|^<<< /,
  read(text, folder, base) {
    const textOf = programSettings(text)
    const source = resolve(folder, textOf('srcDir') ?? '.')
    return {
      rootFolders: [
        ...languageRoots(source, base),
        ...rewrittenFolders(text).map((one) => resolve(source, one)),
        resolve(source, 'public'),
      ],
      includeFolders: [source],
      addresses: siteAddresses(undefined, textOf('base')),
    }
  },
}

/** Folders that stand at the site's root, such as `'en/:rest*': ':rest*'` says. */
function rewrittenFolders(text: string): string[] {
  const rewrites = text.matchAll(/(["'])([\w./-]{1,100}\/):\w{1,50}\*?\1: ?(["']):\w{1,50}\*?\3/g)
  return Array.from(rewrites, ([, , folder = '']) => folder)
}
