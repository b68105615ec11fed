/** Wikis of Azure DevOps: a `.order` file in each folder, and their constructs. @module */
import { join } from 'node:path'
import { decodePart } from '../../../convert/adf/node-text.ts'
import { isIndex, joinPaths, stemOf } from '../../files/tree-paths.ts'
import type { NavigationSource } from '../../navigation/navigation.ts'
import type { Generator } from '../generator.ts'
import type { PartConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { diagramContainers, plainContainers } from '../shared/containers.ts'

const orderName = '.order'

const order: NavigationSource = {
  names: /^\.order$/,
  read(text, { folder, exists }) {
    const entries = text.split(/\r?\n/).flatMap((line) => {
      const path = line.trim() === '' ? undefined : joinPaths(folder, line.trim())
      const page = [`${path}.md`, path].find((file) => file !== undefined && exists(file))
      return page === undefined ? [] : [{ path: page }]
    })
    return entries.length === 0 ? undefined : { entries }
  },
}

/** https://learn.microsoft.com/azure/devops/project/wiki/wiki-file-structure */
export const azure: Generator = {
  configNames: [orderName],
  ownFolders: ['.attachments'],
  navigationFiles: [order],
  // Azure names a page by its file, not by its heading.
  titleOf(path) {
    if (isIndex(path)) return undefined
    return decodePart(stemOf(path).replaceAll('-', ' '))
  },
  read: (_text, folder, _base, fileSystem) => ({
    // Every folder of a wiki may have a `.order`; the outermost such folder is the root.
    rootFolders: fileSystem.exists(join(folder, '..', orderName)) ? [] : [folder],
  }),
}

const closeHeadings: WordsConstruct = {
  name: 'heading without a space behind its marks',
  input: '#First steps',
  becomes: '# First steps',
  mark: '#',
  /** Excludes work item numbers, `#123`. */
  words: /^ {0,3}(?:#{1,6}(?=[^\s#\d])|#{2,6}(?=\d))/dg,
  isProtected: true,
  replace: ({ match: [marks] }) => `${marks} `,
}

const inFileNames = /%(?=2D|3A|3C|3E|2A|3F|7C|22)/gi

/** In Azure's file names a hyphen stands for a space, and `%2D` for a hyphen. */
const pageAddresses: WordsConstruct = {
  name: 'address of a page that has percent signs in the name of its file',
  input: '[the set-up](/Guide/Set%2Dup)',
  becomes: '[the set-up](/Guide/Set%252Dup)',
  mark: '%',
  /** The address of a link or image that is no attachment, with its prefix. */
  words:
    /(\]\(<?|^ {0,3}\[[^\][]{1,200}\]: *<?)(?![a-z][a-z\d+.-]{0,30}:|\/?\.attachments\/)([^\s<>\uFFFC]{1,2000})/dgi,
  replace: ({ match: [, before = '', address = ''] }) =>
    before + address.replace(inFileNames, '%25'),
}

export const azureConstructs: readonly PartConstruct[] = [
  diagramContainers,
  plainContainers,
  closeHeadings,
  pageAddresses,
]
