/** Docusaurus: `docusaurus.config.js`, a program. @module */
import { join, resolve, sep } from 'node:path'
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
import { siteComponents } from '../site/site-components.ts'
import { category } from './category.ts'
import { readDocusaurusSidebars } from './docusaurus-sidebars.ts'
import { docsVersions, versionOf } from './docusaurus-versions.ts'
import type { Generator } from './generator.ts'

const sidebarsName = /^sidebars\.[cm]?[jt]s$/

/** Folders of the site beside that of its docs. */
const besides = ['static', 'src/pages', '.']

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
  docsVersions: (evidence, { rootFolders = [] }) =>
    docsVersions(evidence, rootFolders.at(-1 - besides.length) ?? evidence.base),
  read(text, folder, base, fileSystem, docsVersion) {
    const programText = programSettings(text)
    const [host, path = ''] = [programText('url'), programText('baseUrl')]
    const docs = programText('path') ?? 'docs'
    const version = docsVersion ?? versionOf(`${base}/`.replaceAll(sep, '/'))
    const isOther = version !== undefined && version !== 'current'
    return {
      rootFolders: [
        ...(isOther ? [resolve(folder, `versioned_docs/version-${version}`)] : []),
        resolve(folder, docs),
        ...besides.map((one) => resolve(folder, one)),
      ],
      includeFolders: [folder],
      components: siteComponents(
        folder,
        ['src/theme/MDXComponents', 'src/theme/MDXComponents/index'],
        fileSystem,
      ),
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
  const { configFile, folder, rootFolders } = tree.site
  const version = versionOf(`${rootFolders[0]}/`.replaceAll(sep, '/'))
  const ofVersion = resolve(folder, `versioned_sidebars/version-${version}-sidebars.json`)
  if (version !== undefined && fileSystem.exists(ofVersion)) {
    return readPrograms(tree, {
      files: [ofVersion],
      value: (text) => ({ value: JSON.parse(text), isWhole: true }),
      sidebars: readDocusaurusSidebars,
    })
  }
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
