/** Docsify: an `index.html` that reads Markdown in the browser. @module */
import type { Generator } from './generator.ts'

/** https://docsify.js.org/#/configuration */
export const docsify: Generator = {
  dialect: 'docsify',
  configNames: ['index.html'],
  configSign: /\$docsify|\/docsify[@/.]/,
  read: (_, folder) => ({ rootFolders: [folder] }),
}
