/** Mintlify: `docs.json`, and `mint.json` of before. @module */
import { configFilesOf, readPrograms } from '../navigation/program-navigation.ts'
import { asList, asTable, asWords } from '../navigation/yaml-value.ts'
import type { Redirect } from '../site/redirects.ts'
import type { Generator } from './generator.ts'
import { readMintlifyNav } from './mintlify-nav.ts'

/** https://www.mintlify.com/docs/organize/settings */
export const mintlify: Generator = {
  dialect: 'mdx',
  configNames: ['docs.json', 'mint.json'],
  siteFolders: ['.', 'docs'],
  // Other programs have a `docs.json`, too.
  configSign: /"navigation"\s*:/,
  isPart: (path) => /^_?snippets\//.test(path),
  readNavigation: (tree) =>
    readPrograms(tree, {
      files: configFilesOf(tree),
      value: (text) => ({ value: JSON.parse(text), isWhole: true }),
      sidebars: (value, context) => [readMintlifyNav(value, context)],
    }),
  read: (text, folder) => ({
    rootFolders: [folder],
    includeFolders: [folder],
    redirects: redirectsIn(text),
  }),
}

/** https://www.mintlify.com/docs/create/redirects */
function redirectsIn(text: string): readonly Redirect[] {
  const { redirects } = asTable(text === '' ? {} : JSON.parse(text))
  return asList(redirects).flatMap((one) => {
    const { source, destination } = asTable(one)
    const [from, to] = [asWords(source), asWords(destination)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}
