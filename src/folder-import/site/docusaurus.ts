/** Docusaurus: `docusaurus.config.js`, a program. @module */
import { resolve } from 'node:path'
import type { Generator } from './generator.ts'
import { programSettings, siteAddresses } from './settings.ts'

/** https://docusaurus.io/docs/configuration */
export const docusaurus: Generator = {
  dialect: 'docusaurus',
  configNames: ['js', 'ts', 'mjs', 'cjs', 'mts'].map((ending) => `docusaurus.config.${ending}`),
  siteFolders: ['.', 'website', 'docs', 'site'],
  pathSign: /(?:^|\/)_category_\.(?:json|ya?ml)$/,
  textSign: /^:::(?:note|tip|info|warning|danger|caution)\b/,
  relativeTo: ['file', 'page'],
  read(text, folder) {
    const textOf = programSettings(text)
    const [host, path = ''] = [textOf('url'), textOf('baseUrl')]
    return {
      rootFolders: [
        resolve(folder, textOf('path') ?? 'docs'),
        ...['static', 'src/pages', '.'].map((one) => resolve(folder, one)),
      ],
      includeFolders: [folder],
      addresses: [
        ...siteAddresses(host, `${path}/${textOf('routeBasePath') ?? 'docs'}`),
        ...siteAddresses(host, path),
      ],
    }
  },
}
