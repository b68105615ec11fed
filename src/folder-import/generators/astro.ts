/** Astro, and Starlight on it: `astro.config.mjs`, a program. @module */
import { resolve } from 'node:path'
import { readLinkPrograms } from '../navigation/program-navigation.ts'
import { languageRoots, programSettings, siteAddresses } from '../site/settings.ts'
import type { Generator } from './generator.ts'

/** https://docs.astro.build/en/reference/configuration-reference/ */
export const astro: Generator = {
  // What Starlight adds to Markdown is what Docusaurus has.
  dialect: 'docusaurus',
  configNames: ['mjs', 'ts', 'js', 'mts'].map((ending) => `astro.config.${ending}`),
  siteFolders: ['.', 'docs', 'website'],
  relativeTo: ['page', 'file'],
  readNavigation: readLinkPrograms,
  read(text, folder, base) {
    const textOf = programSettings(text)
    return {
      rootFolders: [
        ...languageRoots(resolve(folder, 'src/content/docs'), base),
        ...['public', 'src/content', '.'].map((one) => resolve(folder, one)),
      ],
      addresses: siteAddresses(textOf('site'), textOf('base')),
    }
  },
}
