/** Finds pages by the `uid` of their front matter, as DocFX does. @module */
import { join } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { markdownEnding } from '../files/tree-paths.ts'

/** A page that has a name of its own. */
export interface NamedPage {
  /** From the base. */
  readonly path: string
  readonly title: string
}

interface NamedTree {
  readonly base: string
  readonly paths: readonly string[]
  readonly fileSystem: FileSystem
}

/** Longer files are looked at no further. */
const maxBytes = 4 * 1024 * 1024

/**
 * Make the finder. The files are read when it is first asked.
 * @param tree The folder that it starts at, and the paths of all files from there.
 */
export function uidFinder({
  base,
  paths,
  fileSystem,
}: NamedTree): (uid: string) => NamedPage | undefined {
  let pages: ReadonlyMap<string, NamedPage> | undefined
  return (uid) => {
    pages ??= new Map(
      paths
        .filter((path) => markdownEnding.test(path))
        .flatMap((path) => namedPage(join(base, path), path, fileSystem)),
    )
    return pages.get(uid.toLowerCase())
  }
}

function namedPage(
  file: string,
  path: string,
  { readText }: FileSystem,
): [uid: string, page: NamedPage][] {
  let text: string
  try {
    text = readText(file, maxBytes)
  } catch {
    return []
  }
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1
  const fields = text.slice(0, Math.max(0, end))
  const uid = fieldOf(fields, 'uid')
  if (uid === undefined) return []
  const heading = /^# +(.*\S)/m.exec(text.slice(end))?.[1]
  return [[uid.toLowerCase(), { path, title: fieldOf(fields, 'title') ?? heading ?? uid }]]
}

function fieldOf(fields: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'm').exec(fields)?.[1]?.trim()
  return value?.replace(/^(["'])(.*)\1$/, '$2') || undefined
}
