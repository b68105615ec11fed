/** Markdoc in a site of Next.js: `next.config.js` that takes its plugin. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'

/** https://markdoc.dev/docs/nextjs */
export const markdoc: Generator = {
  dialect: 'gitbook',
  configNames: ['js', 'mjs', 'cjs', 'ts'].map((ending) => `next.config.${ending}`),
  configSign: /@markdoc\/next/,
  siteFolders: ['.', 'docs', 'website'],
  read(_text, folder) {
    const at = (name: string): string => resolve(folder, name)
    return {
      rootFolders: [at('pages'), at('src/pages'), at('app'), at('src/app'), at('public'), folder],
      includeFolders: [at('markdoc/partials'), at('src/markdoc/partials')],
    }
  },
}
