/** The table of generators. @module */
import { join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { isUnderlined } from '../files/tree-paths.ts'
import { readLinkPrograms } from '../navigation/program-navigation.ts'
import {
  fieldOf,
  languageRoots,
  programSettings,
  readYamlFields,
  siteAddresses,
} from '../site/settings.ts'
import { pathAliases } from '../site/site-components.ts'
import { docfx } from './docfx.ts'
import { docusaurus } from './docusaurus.ts'
import { eleventy } from './eleventy.ts'
import type { Generator } from './generator.ts'
import { hexo } from './hexo.ts'
import { hugo } from './hugo.ts'
import { jekyll } from './jekyll.ts'
import { markdoc } from './markdoc.ts'
import { gitbook, mdbook } from './mdbook.ts'
import { mdc } from './mdc.ts'
import { mintlify } from './mintlify.ts'
import { mkdocs, zensical } from './mkdocs.ts'
import { mystmd } from './mystmd.ts'
import { mdx, nextjs } from './nextjs.ts'
import { quarto } from './quarto.ts'
import { sphinx } from './sphinx.ts'
import { vitepress } from './vitepress.ts'
import { zola } from './zola.ts'

/** https://docsify.js.org/#/configuration */
const docsify: Generator = {
  dialect: 'docsify',
  configNames: ['index.html'],
  configSign: /\$docsify|\/docsify[@/.]/,
  // Menus, and the parts of its pages that all have in common.
  partNames: ['_sidebar', '_navbar', '_coverpage', '_footer'],
  read: (_, folder) => ({ rootFolders: [folder] }),
}

/** https://docs.requarks.io/storage/git */
const wikijs: Generator = {
  dialect: 'wikijs',
  configNames: [],
  textSign:
    /^[\s>]*\{\.(?:is-(?:info|success|warning|danger)|links-list|grid-list)\}\s*$|^#{1,5} .*\{\.tabset\}\s*$/,
  read: (_text, folder, base, fileSystem) => ({
    rootFolders: [folder],
    // Addresses begin with the language, whose pages are at the top unless it is another one.
    addresses: ['/en/'].filter((one) => !fileSystem.exists(resolve(base, `.${one}`))),
  }),
}

/** https://docs.astro.build/en/reference/configuration-reference/ */
const astro: Generator = {
  dialect: 'starlight',
  configNames: ['mjs', 'ts', 'js', 'mts'].map((ending) => `astro.config.${ending}`),
  siteFolders: ['.', 'docs', 'website'],
  relativeTo: ['page', 'file'],
  textSign: /^import\b.*\bfrom\s*["'](?:@astrojs\/|astro:)/,
  isPart: isUnderlined,
  readNavigation: readLinkPrograms,
  read(text, folder, base, fileSystem) {
    const textOf = programSettings(text)
    return {
      rootFolders: [
        ...languageRoots(resolve(folder, 'src/content/docs'), base),
        ...['public', 'src/content', '.'].map((one) => resolve(folder, one)),
      ],
      addresses: siteAddresses(textOf('site'), textOf('base')),
      aliases: pathAliases(folder, fileSystem),
    }
  },
}

/** https://help.obsidian.md/configuration-folder */
const obsidian: Generator = {
  dialect: 'obsidian',
  configNames: ['.obsidian'],
  // Neither the words of a link nor where contents stand.
  textSign: /\[\[(?!_?toc_?\]\])[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\](?![([])/i,
  signShare: 1 / 5,
  linksByName: true,
  // A note is called what its file is, whatever its headings say.
  titleOf(path) {
    const [, name] = /([^/]+)\.(?:md|markdown)$/i.exec(path) ?? []
    return name === undefined || /^(?:_?index|readme)$/i.test(name) ? undefined : name
  },
  read: (_, folder, __, fileSystem) => ({
    rootFolders: [folder],
    keepsLines: keepsLines(folder, fileSystem),
  }),
}

/** Unless the vault says otherwise; without its settings, files may be anybody's. */
function keepsLines(folder: string, { exists, readSettings }: FileSystem): boolean {
  if (!exists(join(folder, '.obsidian'))) return false
  try {
    const settings = readSettings(join(folder, '.obsidian/app.json'))
    return fieldOf(readYamlFields(settings), 'strictLineBreaks') !== true
  } catch {
    return true
  }
}

/** The surest first. */
export const generators: readonly Generator[] = [
  ...[
    zensical,
    mkdocs,
    mdbook,
    docusaurus,
    vitepress,
    mdc,
    astro,
    mintlify,
    docfx,
    eleventy,
    gitbook,
    zola,
    hugo,
  ],
  ...[mystmd, sphinx, quarto, hexo, jekyll, docsify, markdoc, nextjs, obsidian, mdx, wikijs],
]
