/** Reads the documents of a tree in the dialects of its site. @module */
import { realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { DialectContext, IncludedFile } from '../../dialects/construct.ts'
import { readDialects } from '../../dialects/read-dialects.ts'
import type { FileIndex } from '../files/file-index.ts'
import { isWithin } from '../files/is-within.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import { folderOf, relativePath } from '../files/tree-paths.ts'
import { type Notice, wordNotice } from '../notices.ts'
import { fieldOf } from '../site/settings.ts'
import type { Site } from '../site/site.ts'
import { uidFinder } from './page-uids.ts'
import { type MarkdownDocument, readDocument } from './read-document.ts'

/** Reads a document. */
export type DocumentReader = (path: string, text: string) => MarkdownDocument

/** Where documents stand, and what they may refer to. */
export interface DocumentTree {
  readonly base: string
  readonly repository: string
  readonly site: Site
  readonly files: FileIndex
  /** All files, from the base. */
  readonly paths: readonly string[]
}

/**
 * Make the reader.
 * @param tree The tree of the documents.
 */
export function documentReader(tree: DocumentTree): DocumentReader {
  const findUid = uidFinder(tree.base, tree.paths)
  return (path, text) => {
    const notices: Notice[] = []
    const context: DialectContext = {
      path,
      readInclude: (address, line) => {
        const found = findInclude(tree, path, address)
        if (typeof found === 'object') return found
        notices.push(wordNotice(found, address, line))
        return undefined
      },
      findFile: (name) => {
        const found = tree.files.find(name, folderOf(path))
        return found && relativePath(folderOf(path), found)
      },
      findUid: (uid) => {
        const found = findUid(uid)
        if (found === undefined) return undefined
        return { title: found.title, address: relativePath(folderOf(path), found.path) }
      },
      variable: (name) => variableOf(tree.site, name),
      notice: (code, detail, line) => void notices.push(wordNotice(code, detail, line)),
    }
    const { markdown, lineInFile } = readDialects(text, tree.site.dialects, context)
    return readDocument(markdown, { lineInFile, notices })
  }
}

function variableOf({ variables }: Site, name: string): string | undefined {
  const value = name.split('.').reduce(fieldOf, variables)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Looked for in the folder of the file, in those that the site includes from, and at its root. */
function findInclude(
  { base, repository, site }: DocumentTree,
  path: string,
  address: string,
): IncludedFile | 'include-missing' | 'include-outside' {
  const isRooted = address.startsWith('/')
  const folders = isRooted
    ? [...site.rootFolders, ...site.includeFolders]
    : [join(base, folderOf(path)), ...site.includeFolders, ...site.rootFolders]
  let problem: 'include-missing' | 'include-outside' = 'include-missing'
  for (const folder of folders) {
    const file = resolve(folder, address.replace(/^\/+/, ''))
    try {
      if (isWithin(realpathSync(file), repository)) {
        const text = readRegularTextSync(file)
        return { path: relative(base, file).replaceAll(sep, '/'), text }
      }
      problem = 'include-outside'
    } catch {
      // The next folder may have it.
    }
  }
  return problem
}
