/** Next.js with MDX, and Nextra and Fumadocs on it: `next.config.js`, a program. @module */
import { join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { isUnderlined, nameOf } from '../files/tree-paths.ts'
import { asList, asTable, asWords } from '../navigation/yaml-value.ts'
import { programSettings, readYamlFields, siteAddresses } from '../site/settings.ts'
import type { PathAlias } from '../site/site.ts'
import { siteComponents } from '../site/site-components.ts'
import type { Generator } from './generator.ts'
import { metaJson } from './meta-json.ts'

/** Where such sites have their pages; the first that is there has most of them. */
const pageFolders = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages']

/** https://nextjs.org/docs/app/guides/mdx, https://nextra.site/docs, https://fumadocs.dev/docs */
export const nextjs: Generator = {
  dialect: 'mdx',
  configNames: ['js', 'mjs', 'ts', 'mts', 'cjs'].map((ending) => `next.config.${ending}`),
  siteFolders: ['.', 'docs', 'website', 'site'],
  relativeTo: ['file', 'page'],
  navigationFiles: [metaJson],
  isPart: isUnderlined,
  // The router of folders has the page of each in a file of this name.
  isFolderPage: (path) => /^page\.mdx?$/.test(nameOf(path)),
  read(text, folder, _base, fileSystem) {
    const there = pageFolders.map((one) => resolve(folder, one)).filter(fileSystem.exists)
    return {
      rootFolders: [...there, ...['public', 'src', '.'].map((one) => resolve(folder, one))],
      includeFolders: [folder],
      components: siteComponents(folder, ['mdx-components', 'src/mdx-components'], fileSystem),
      addresses: siteAddresses(programSettings(text)('basePath')),
      aliases: aliasesIn(folder, fileSystem),
    }
  },
}

const maxBytes = 100_000

/** https://www.typescriptlang.org/tsconfig/#paths */
function aliasesIn(folder: string, { readSettings }: FileSystem): readonly PathAlias[] {
  let text: string
  try {
    text = readSettings(join(folder, 'tsconfig.json'), maxBytes)
  } catch {
    return []
  }
  const { compilerOptions } = asTable(readYamlFields(text.replace(/^\s*\/\/.*$/gm, '')))
  const { baseUrl, paths } = asTable(compilerOptions)
  const start = resolve(folder, asWords(baseUrl) ?? '.')
  return Object.entries(asTable(paths)).flatMap(([alias, targets]) => {
    const target = asWords(asList(targets)[0])
    if (target === undefined || !alias.endsWith('*') || !target.endsWith('*')) return []
    return [{ prefix: alias.slice(0, -1), folder: resolve(start, target.slice(0, -1)) }]
  })
}
