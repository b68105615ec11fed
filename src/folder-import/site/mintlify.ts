/** Mintlify: `docs.json`, and `mint.json` of before. @module */
import type { Generator } from './generator.ts'

/** https://www.mintlify.com/docs/organize/settings */
export const mintlify: Generator = {
  dialect: 'mdx',
  configNames: ['docs.json', 'mint.json'],
  siteFolders: ['.', 'docs'],
  // Others have files of that name.
  configSign: /"navigation"\s*:/,
  read: (_text, folder) => ({ rootFolders: [folder], includeFolders: [folder] }),
}
