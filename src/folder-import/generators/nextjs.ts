/** Next.js with MDX, and Nextra and Fumadocs on it: `next.config.js`, a program. @module */
import { resolve } from 'node:path'
import { isUnderlined, nameOf } from '../files/tree-paths.ts'
import { pathAliases } from '../site/path-aliases.ts'
import { programSettings, siteAddresses } from '../site/settings.ts'
import { siteComponents } from '../site/site-components.ts'
import type { Generator } from './generator.ts'
import { metaJson } from './meta-json.ts'

/** Where such sites have their pages; the first that is there has most of them. */
const pageFolders = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages']

/** https://nextjs.org/docs/app/guides/mdx, https://nextra.site/docs, https://fumadocs.dev/docs */
export const nextjs: Generator = {
  dialect: 'mdx',
  configNames: ['js', 'mjs', 'ts', 'mts', 'cjs'].map((ending) => `next.config.${ending}`),
  siteFolders: ['.', 'docs', 'website', 'site'],
  relativeTo: ['file', 'page'],
  navigationFiles: [metaJson],
  isPart: isUnderlined,
  // The router of folders has the page of each in a file of this name.
  isFolderPage: (path) => /^page\.mdx?$/.test(nameOf(path)),
  read(text, folder, _base, fileSystem) {
    const there = pageFolders.map((one) => resolve(folder, one)).filter(fileSystem.exists)
    return {
      rootFolders: [...there, ...['public', 'src', '.'].map((one) => resolve(folder, one))],
      includeFolders: [folder],
      components: siteComponents(folder, ['mdx-components', 'src/mdx-components'], fileSystem),
      addresses: siteAddresses(programSettings(text)('basePath')),
      aliases: pathAliases(folder, fileSystem),
    }
  },
}
