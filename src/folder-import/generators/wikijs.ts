/** Wiki.js: no file tells of it but its pages. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'

/** https://docs.requarks.io/storage/git */
export const wikijs: Generator = {
  dialect: 'wikijs',
  configNames: [],
  textSign:
    /^[\s>]*\{\.(?:is-(?:info|success|warning|danger)|links-list|grid-list)\}\s*$|^#{1,5} .*\{\.tabset\}\s*$/,
  read: (_text, folder, base, fileSystem) => ({
    rootFolders: [folder],
    // Addresses begin with the language, whose pages are at the top unless it is another one.
    addresses: ['/en/'].filter((one) => !fileSystem.exists(resolve(base, `.${one}`))),
  }),
}
