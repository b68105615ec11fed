/** MkDocs: `mkdocs.yml`. @module */
import { resolve } from 'node:path'
import { isMap, parseDocument } from 'yaml'
import type { Generator } from './generator.ts'

/** https://www.mkdocs.org/user-guide/configuration/ */
export const mkdocs: Generator = {
  dialect: 'mkdocs',
  configNames: ['mkdocs.yml', 'mkdocs.yaml'],
  read(text, folder) {
    // Tags such as `!!python/name:` are no errors here: only plain values are asked for.
    const { contents } = parseDocument(text, { logLevel: 'silent' })
    const textOf = (name: string): string | undefined => {
      const value: unknown = isMap(contents) ? contents.get(name) : undefined
      return typeof value === 'string' ? value : undefined
    }
    const address = textOf('site_url')
    return {
      rootFolders: [resolve(folder, textOf('docs_dir') ?? 'docs')],
      includeFolders: [folder, resolve(folder, textOf('docs_dir') ?? 'docs')],
      addresses: address === undefined ? [] : [address.replace(/\/*$/, '/')],
    }
  },
}
