/** The versions of the docs that Docusaurus keeps beside the current ones: one of them is read. @module */
import { join } from 'node:path'
import { isWithin } from '../files/is-within.ts'
import { compareNames, markdownEnding } from '../files/tree-paths.ts'
import type { FoundDocsVersions } from '../site/site.ts'
import type { DocsVersions } from './generator.ts'

/** What Docusaurus itself calls the docs that have no version yet. */
const current = 'current'
const versionFolder = /(?:^|\/)(?:[\w-]+_)?versioned_docs\/version-([^/]+)\//

/**
 * Find the version of a path: https://docusaurus.io/docs/versioning
 * @returns `undefined` where it is in no folder of a version.
 */
export function versionOf(path: string): string | undefined {
  return versionFolder.exec(path)?.[1]
}

/**
 * Find the versions of a tree. Without a wish the current docs are read, or where there are none the
 * newest version.
 * @param docs Absolute path of the folder of the current docs.
 */
export function docsVersions(
  { base, paths, docsVersion }: Parameters<DocsVersions>[0],
  docs: string,
): FoundDocsVersions {
  const pages = paths.filter((path) => markdownEnding.test(path))
  const named = new Set(pages.flatMap((path) => versionOf(path) ?? []))
  const isCurrent = (path: string): boolean =>
    versionOf(path) === undefined && isWithin(join(base, path), docs)
  const all = [
    ...(pages.some(isCurrent) ? [current] : []),
    ...[...named].sort((a, b) => compareNames(b, a)),
  ]
  const read = docsVersion ?? all[0]
  const otherOf = (path: string): string | undefined => {
    const version = versionOf(path) ?? (isCurrent(path) ? current : undefined)
    return version === read ? undefined : version
  }
  return { all: named.size === 0 ? [] : all, otherOf: named.size === 0 ? () => undefined : otherOf }
}
