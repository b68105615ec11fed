/** Finds where the content of sites begins, for sites inside the tree. @module */
import { folderOf, indexNames, nameOf, pathFrom } from '../files/tree-paths.ts'
import { type FolderNavigation, isOutside } from '../navigation/navigation.ts'
import type { Sites } from '../site/find-sites.ts'

export function contentRoots(
  base: string,
  sites: Sites,
  files: readonly { readonly path: string }[],
) {
  const roots = sites.all.flatMap(({ name, rootFolders }) =>
    rootFolders.map((root, index) => ({ name: index === 0 ? name : undefined, root })),
  )
  return roots.flatMap(({ name, root }) => {
    const folder = pathFrom(base, root)
    if (folder === '' || isOutside(folder)) return []
    const above: string[] = []
    for (let parent = folderOf(folder); parent !== ''; parent = folderOf(parent)) above.push(parent)
    // Folders above the content that hold nothing else.
    const passed = above.filter((parent) =>
      files.every(({ path }) => !path.startsWith(`${parent}/`) || path.startsWith(`${folder}/`)),
    )
    // Readers of the site never see the name of such a folder.
    const isUnseen = /^(?:src|source|content)$/.test(nameOf(folder))
    const hasPage = files.some(({ path }) => folderOf(path) === folder && isIndex(path))
    const isNamed = name !== undefined && isUnseen && !hasPage
    const named: FolderNavigation = { folder, title: name ?? '', entries: [] }
    return [{ passed, named: isNamed ? named : undefined }]
  })
}

function isIndex(path: string): boolean {
  return indexNames.some((pattern) => pattern.test(nameOf(path)))
}
