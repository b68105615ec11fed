/** Nuxt Content and Docus: `content.config.ts`, or Markdown with `::components`. @module */
import { resolve } from 'node:path'
import type { Generator } from '../generator.ts'

export const mdc: Generator = {
  configNames: ['content.config.ts', 'content.config.js', 'content.config.mjs'],
  // Astro uses the same file name.
  configSign: /@nuxt\/content/,
  siteFolders: ['.', 'docs', 'website'],
  textSign: /^\s*::[a-z][\w-]*(?:\{.*\})?\s*$/,
  read: (_text, folder) => ({
    rootFolders: ['content', '.', 'public'].map((name) => resolve(folder, name)),
  }),
}
