/** Sites that read MDX in files of any name, such as those that are made with Next.js. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../files/tree-paths.ts'
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
  read: (_text, folder) => ({ rootFolders: [folder, resolve(folder, 'public')] }),
}
