/** Docsify: an HTML page that starts a program. @module */
import type { Generator } from '../generator.ts'

/** https://docsify.js.org/#/configuration */
export const docsify: Generator = {
  configNames: ['index.html'],
  configSign: /\$docsify|\/docsify[@/.]/,
  partNames: ['_sidebar', '_navbar', '_coverpage', '_footer'],
}
