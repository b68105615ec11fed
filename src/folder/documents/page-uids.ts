/**
 * Finds pages by names other than their files': the `uid` of front matter, labels `(name)=`,
 * and paths without ending.
 * @module
 */
import { join } from 'node:path'
import { readValues } from '../dialects/shared/front-matter.ts'
import { markdownEnding, stemOf } from '../files/tree-paths.ts'
import type { NavigatedTree } from '../navigation/navigation.ts'

interface NamedPage {
  /** From the base. */
  readonly path: string
  readonly title: string
  /** Anchor in the page, for labels. */
  readonly fragment?: string
}

const maxBytes = 4 * 1024 * 1024

/** Make the finder; files are read on its first use. */
export function uidFinder({
  base,
  paths,
  fileSystem,
}: Pick<NavigatedTree, 'base' | 'paths' | 'fileSystem'>): (uid: string) => NamedPage | undefined {
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
  { readText }: NavigatedTree['fileSystem'],
): readonly (readonly [name: string, page: NamedPage])[] {
  let text: string
  try {
    text = readText(file, maxBytes)
  } catch {
    return []
  }
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1
  const lines = text.slice(0, Math.max(0, end)).split('\n')
  const fields = readValues(lines.filter((line) => /^\S/.test(line)))
  const uid = fields.get('uid') || undefined
  const heading = /^# +(.*\S)/m.exec(text.slice(Math.max(0, end)))?.[1]
  const page = { path, title: fields.get('title') || (heading ?? uid ?? stemOf(path)) }
  return [
    ...(uid === undefined ? [] : ([[uid.toLowerCase(), page]] as const)),
    [`/${path.replace(markdownEnding, '')}`.toLowerCase(), page],
    ...namedPlaces(text, path),
  ]
}

const place = /^\(([^()\n]{1,200})\)=[ \t]*$/gm

function* namedPlaces(text: string, path: string): Iterable<readonly [string, NamedPage]> {
  for (const { 0: matchText, 1: label = '', index } of text.matchAll(place)) {
    const below = text.slice(index + matchText.length, index + matchText.length + 1_000)
    const title = /(?:\s*\([^()\n]{1,200}\)=[ \t]*$)*\s*#{1,6} +(.*\S)/my.exec(below)?.[1]
    yield [label.toLowerCase(), { path, title: title ?? label, fragment: label }]
  }
}
