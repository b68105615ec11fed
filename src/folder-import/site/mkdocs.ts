/** MkDocs: `mkdocs.yml`. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'
import { fieldOf, readYamlFields, settingsOf, siteAddresses } from './settings.ts'

/** https://www.mkdocs.org/user-guide/configuration/ */
export const mkdocs: Generator = {
  dialect: 'mkdocs',
  configNames: ['mkdocs.yml', 'mkdocs.yaml'],
  textSign: /^(?:!!!|\?\?\?\+?) [a-z]|^=== "/,
  relativeTo: ['file', 'page'],
  read(text, folder) {
    const fields = readYamlFields(text)
    const textOf = settingsOf(fields)
    const docs = resolve(folder, textOf('docs_dir') ?? 'docs')
    return {
      rootFolders: [docs],
      includeFolders: [folder, docs],
      addresses: [...siteAddresses(textOf('site_url')), ...readTheDocs(text, textOf('repo_url'))],
      ...(fieldOf(fields, 'use_directory_urls') === false ? { relativeTo: ['file'] } : {}),
    }
  },
}

/** Its sites have the name of their repository, and say the rest in variables only. */
function readTheDocs(text: string, repository = ''): string[] {
  if (!text.includes('READTHEDOCS')) return []
  const name =
    repository
      .replace(/\/{1,10}$/, '')
      .split('/')
      .at(-1) ?? ''
  if (!/^[a-z\d-]+$/i.test(name)) return []
  return ['stable', 'latest'].flatMap((version) =>
    siteAddresses(`https://${name.toLowerCase()}.readthedocs.io`, `en/${version}`),
  )
}
