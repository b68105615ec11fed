/** Mintlify: `docs.json`, and `mint.json` of before. @module */
import { configFilesOf, readPrograms } from '../navigation/program-navigation.ts'
import type { Generator } from './generator.ts'
import { readMintlifyNav } from './mintlify-nav.ts'

/** https://www.mintlify.com/docs/organize/settings */
export const mintlify: Generator = {
  dialect: 'mdx',
  configNames: ['docs.json', 'mint.json'],
  siteFolders: ['.', 'docs'],
  // Other programs have a `docs.json`, too.
  configSign: /"navigation"\s*:/,
  isPart: (path) => /^_?snippets\//.test(path),
  readNavigation: (tree) =>
    readPrograms(tree, {
      files: configFilesOf(tree),
      value: (text) => ({ value: JSON.parse(text), isWhole: true }),
      sidebars: (value, context) => [readMintlifyNav(value, context)],
    }),
  read: (_text, folder) => ({ rootFolders: [folder], includeFolders: [folder] }),
}
