/** mdBook: `book.toml`. @module */
import { resolve } from 'node:path'
import { fieldOf, readSettings, settingsOf, siteAddresses } from '../site/settings.ts'
import type { Generator } from './generator.ts'
import { summary } from './summary.ts'

/** https://rust-lang.github.io/mdBook/format/configuration/general.html */
export const mdbook: Generator = {
  dialect: 'mdbook',
  configNames: ['book.toml'],
  navigationFiles: [summary],
  textSign: /\{\{#(?:include|rustdoc_include|playground|title)\b/,
  read(text, folder) {
    const fields = readSettings(text)
    const html = settingsOf(fieldOf(fieldOf(fields, 'output'), 'html'))
    return {
      rootFolders: [resolve(folder, settingsOf(fieldOf(fields, 'book'))('src') ?? 'src')],
      addresses: siteAddresses(undefined, html('site-url')),
    }
  },
}
