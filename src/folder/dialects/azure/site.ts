/** Wikis of Azure DevOps: a `.order` file in each folder. @module */
import { join } from 'node:path'
import { decodePart } from '../../../convert/adf/node-text.ts'
import { indexNames, joinPaths, nameOf, stemOf } from '../../files/tree-paths.ts'
import type { NavigationSource } from '../../navigation/navigation.ts'
import type { Generator } from '../generator.ts'

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
    if (indexNames.some((name) => name.test(nameOf(path)))) return undefined
    return decodePart(stemOf(path).replaceAll('-', ' '))
  },
  read: (_text, folder, _base, fileSystem) => ({
    // Every folder of a wiki may have a `.order`; the outermost such folder is the root.
    rootFolders: fileSystem.exists(join(folder, '..', orderName)) ? [] : [folder],
  }),
}
