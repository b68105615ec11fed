/** Astro with Starlight: `astro.config.mjs`, a program; its components are read as MDX. @module */
import { resolve } from 'node:path'
import { isBelowUnderline } from '../../files/tree-paths.ts'
import { readLinkPrograms } from '../../navigation/program-navigation.ts'
import { languageRoots, pathAliases, programSettings, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import type { PartConstruct } from '../parts/part-construct.ts'
import { containerParts } from '../shared/containers.ts'
import { landingPage } from '../shared/landing-page.ts'

/** https://docs.astro.build/en/reference/configuration-reference/ */
export const astro: Generator = {
  configNames: ['mjs', 'ts', 'js', 'mts'].map((ending) => `astro.config.${ending}`),
  siteFolders: ['.', 'docs', 'website'],
  textSign: /^import\b.*\bfrom\s*["'](?:@astrojs\/|astro:)/,
  isPart: isBelowUnderline,
  readNavigation: readLinkPrograms,
  read(text, folder, base, fileSystem) {
    const textOf = programSettings(text)
    return {
      rootFolders: [
        ...languageRoots(resolve(folder, 'src/content/docs'), base),
        ...['public', 'src/content', '.'].map((name) => resolve(folder, name)),
      ],
      addresses: siteAddresses(textOf('site'), textOf('base')),
      aliases: pathAliases(folder, fileSystem),
    }
  },
}

export const starlightConstructs: readonly PartConstruct[] = [landingPage, ...containerParts]
