/** Sites that read MDX in files of any name, such as those that are made with Next.js. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../files/tree-paths.ts'
import { folderAbove } from '../site/settings.ts'
import type { Generator } from './generator.ts'
import { metaJson } from './meta-json.ts'

/** Each of them has a configuration of its own, a program: the files tell. */
export const mdx: Generator = {
  dialect: 'mdx',
  configNames: [],
  textSign: /^#{1,6}\s.*\{\s*\/\*[\s\w.:-]+\*\/\s*\}\s*$|^<\/[A-Z]\w*>\s*$|^\{\/\*.*\*\/\}\s*$/,
  relativeTo: ['file', 'page'],
  navigationFiles: [metaJson],
  isPart: isUnderlined,
  read: (_text, folder, base) => ({
    rootFolders: [folder, ...publicFolders(folder, base)],
  }),
}

/** Nextra and Fumadocs keep images beside the folder that their pages are in. */
function publicFolders(folder: string, base: string): string[] {
  const around = ['app', 'pages', 'content'].flatMap((name) => folderAbove(base, name) ?? [])
  return [folder, ...around.map((one) => resolve(one, '..'))].map((one) => resolve(one, 'public'))
}
