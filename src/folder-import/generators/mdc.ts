/** Nuxt Content and Docus: `content.config.ts`, or Markdown with components that begin with two colons. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'

/** https://content.nuxt.com/docs/files/markdown */
export const mdc: Generator = {
  dialect: 'mdc',
  configNames: ['content.config.ts', 'content.config.js', 'content.config.mjs'],
  // Astro has a file of the same name.
  configSign: /@nuxt\/content/,
  siteFolders: ['.', 'docs', 'website'],
  textSign: /^\s*::[a-z][\w-]*(?:\{.*\})?\s*$/,
  read: (_text, folder) => ({
    rootFolders: ['content', '.', 'public'].map((one) => resolve(folder, one)),
  }),
}
