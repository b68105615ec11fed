/** Names files as their repository does, which is how CI systems know them. @module */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isInside } from '../../folder-import/files/is-within.ts'

/**
 * Make the names: from the top of the Git repository, or else of GitHub's workspace.
 * @returns Names a file that is given from the working folder; `undefined` for one outside.
 */
export function repositoryPaths(
  base: string,
  env: Readonly<Record<string, string | undefined>>,
): (file: string) => string | undefined {
  const top = findTop(base) ?? env.GITHUB_WORKSPACE
  return (file) => {
    const path = resolve(file)
    if (!top || !isInside(path, top)) return undefined
    return relative(top, path).split(sep).join('/')
  }
}

function findTop(base: string): string | undefined {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return undefined
  }
}
