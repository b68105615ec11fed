/** Docusaurus: `docusaurus.config.js`, a program. @module */
import { join, resolve } from 'node:path'
import { isUnderlined, nameOf } from '../files/tree-paths.ts'
import type { NavigatedTree, SiteNavigation } from '../navigation/navigation.ts'
import {
  isOfSite,
  programEndings,
  programText,
  readPrograms,
} from '../navigation/program-navigation.ts'
import { readProgramValue } from '../navigation/program-values.ts'
import { programSettings, siteAddresses } from '../site/settings.ts'
import { category } from './category.ts'
import { readDocusaurusSidebars } from './docusaurus-sidebars.ts'
import type { Generator } from './generator.ts'

const sidebarsName = /^sidebars\.[cm]?[jt]s$/

/** https://docusaurus.io/docs/configuration */
export const docusaurus: Generator = {
  dialect: 'docusaurus',
  configNames: ['js', 'ts', 'mjs', 'cjs', 'mts'].map((ending) => `docusaurus.config.${ending}`),
  siteFolders: ['.', 'website', 'docs', 'site'],
  pathSign: /(?:^|\/)_category_\.(?:json|ya?ml)$/,
  textSign: /^:::(?:note|tip|info|warning|danger|caution)\b/,
  relativeTo: ['file', 'page'],
  navigationFiles: [category],
  navigationName: sidebarsName,
  readNavigation: readSidebars,
  isPart: (path) => isUnderlined(path) || /(?:^|\/)_[^/]*\//.test(path),
  read(text, folder) {
    const programText = programSettings(text)
    const [host, path = ''] = [programText('url'), programText('baseUrl')]
    return {
      rootFolders: [
        resolve(folder, programText('path') ?? 'docs'),
        ...['static', 'src/pages', '.'].map((one) => resolve(folder, one)),
      ],
      includeFolders: [folder],
      addresses: [
        ...siteAddresses(host, `${path}/${programText('routeBasePath') ?? 'docs'}`),
        ...siteAddresses(host, path),
      ],
    }
  },
}

/** Where the configuration says, or beside it, or in the tree. */
function readSidebars(tree: NavigatedTree): readonly SiteNavigation[] {
  const { base, paths, fileSystem } = tree
  const { configFile, folder } = tree.site
  const said = configFile && programSettings(programText(configFile, fileSystem))('sidebarPath')
  const names = [...(said ? [said] : []), ...programEndings.map((ending) => `sidebars${ending}`)]
  const beside = names.map((one) => resolve(folder, one)).filter(isOfSite(folder, fileSystem))
  const inTree = paths.find((path) => sidebarsName.test(nameOf(path)))
  const starts = ['export default', 'module.exports =', 'exports.default =']
  return readPrograms(tree, {
    files: [...new Set([...beside, ...(inTree === undefined ? [] : [join(base, inTree)])])],
    value: (text) => readProgramValue(text, starts),
    sidebars: readDocusaurusSidebars,
  })
}
