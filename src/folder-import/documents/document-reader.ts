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
import type { Site } from '../site/site.ts'
import { type MarkdownDocument, readDocument } from './read-document.ts'

export interface DocumentReader {
  /** Read a document. */
  read(path: string, text: string): MarkdownDocument
  /** Give a document in the Markdown that all know, for those who ask for nothing else. */
  toMarkdown(path: string, text: string): string
}

/** Where documents stand, and what they may refer to. */
export interface DocumentTree {
  readonly base: string
  readonly repository: string
  readonly site: Site
  readonly files: FileIndex
}

/**
 * Make the reader.
 * @param tree The tree of the documents.
 */
export function documentReader(tree: DocumentTree): DocumentReader {
  const { dialects } = tree.site
  return {
    read(path, text) {
      const notices: Notice[] = []
      const context = dialectContext(tree, path, (notice) => notices.push(notice))
      const { markdown, lineInFile } = readDialects(text, dialects, context)
      return readDocument(markdown, { lineInFile, notices })
    },
    toMarkdown: (path, text) =>
      readDialects(
        text,
        dialects,
        dialectContext(tree, path, () => {}),
      ).markdown,
  }
}

function dialectContext(
  tree: DocumentTree,
  path: string,
  onNotice: (notice: Notice) => void,
): DialectContext {
  return {
    path,
    readInclude: (address, line) => {
      const found = findInclude(tree, path, address)
      if (typeof found === 'object') return found
      onNotice(wordNotice(found, address, line))
      return undefined
    },
    findFile: (name) => {
      const found = tree.files.find(name, folderOf(path))
      return found && relativePath(folderOf(path), found)
    },
    notice: (code, detail, line) => onNotice(wordNotice(code, detail, line)),
  }
}

/** Looked for in the folder of the file, in those that the site includes from, and at its root. */
function findInclude(
  { base, repository, site }: DocumentTree,
  path: string,
  address: string,
): IncludedFile | 'include-missing' | 'include-outside' {
  const isRooted = address.startsWith('/')
  const folders = isRooted
    ? site.rootFolders
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
