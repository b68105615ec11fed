/** mdBook: `book.toml`. @module */
import { resolve } from 'node:path'
import { parse } from 'smol-toml'
import type { Generator } from './generator.ts'

/** https://rust-lang.github.io/mdBook/format/configuration/general.html */
export const mdbook: Generator = {
  dialect: 'mdbook',
  configNames: ['book.toml'],
  read(text, folder) {
    const { book } = parse(text) as { readonly book?: { readonly src?: unknown } }
    const source = typeof book?.src === 'string' ? book.src : 'src'
    return { rootFolders: [resolve(folder, source)] }
  },
}
