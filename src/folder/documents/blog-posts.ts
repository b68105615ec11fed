/** Tells which files are posts of a blog, when they were posted and by whom. @module */
import { join } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, indexNames, nameOf } from '../files/tree-paths.ts'
import { asTable, asWords, yamlOrNothing } from '../navigation/yaml-value.ts'
import type { FrontMatter } from './front-matter.ts'

const blogFolder = /^_?(?:blogs?|posts?|news|articles)$/i

/** The date before the name of a post, or in the folders above it. */
const dateInPath = /(?:^|\/)(\d{4})([-/])(\d{2})\2(\d{2})[-/][^/]/

/** Outside of blogs only file names count, because a folder with a date may be a version. */
const dateInName = /(?:^|\/)(\d{4})(-)(\d{2})-(\d{2})-[^/]+(?:\/index\.\w+)?$/

export function isInBlog(path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  const isOwnPage = indexNames.some((name) => name.test(nameOf(path)))
  return (isOwnPage ? folders.slice(0, -1) : folders).some((name) => blogFolder.test(name))
}

/** Give the day that a post was posted, as `2024-01-31`; undefined for other files. */
export function postedOn(path: string, { date }: Pick<FrontMatter, 'date'>): string | undefined {
  const isPost = isInBlog(path)
  if (isPost && date !== undefined) return date
  const [, year, , month, day] = (isPost ? dateInPath : dateInName).exec(path) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

/** Gives the line below the title of a post, as text, maybe with links; undefined for other files. */
type LineOfPost = (
  path: string,
  frontMatter: Pick<FrontMatter, 'date' | 'authors'>,
) => string | undefined

export function postLines(base: string, fileSystem: FileSystem): LineOfPost {
  const authorsByFolder = new Map<string, Readonly<Record<string, unknown>>>()
  const authorsIn = (folder: string): Readonly<Record<string, unknown>> => {
    const authors = authorsByFolder.get(folder) ?? readAuthors(join(base, folder), fileSystem)
    authorsByFolder.set(folder, authors)
    return authors
  }
  const nameOfAuthor = (path: string, key: string): string => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const name = asWords(asTable(authorsIn(folder)[key]).name)
      if (name !== undefined || folder === '') return name ?? key
    }
  }
  return (path, { date, authors = [] }) => {
    const day = postedOn(path, { date })
    if (day === undefined && !isInBlog(path)) return undefined
    const names = authors.map((author) => nameOfAuthor(path, author)).join(', ')
    return [day, names].filter(Boolean).join(' · ') || undefined
  }
}

const maxBytes = 256 * 1024

/**
 * Posts name their authors by keys of a file: https://docusaurus.io/docs/blog#global-authors,
 * https://squidfunk.github.io/mkdocs-material/plugins/blog/#authors
 */
function readAuthors(
  folder: string,
  { readSettings }: FileSystem,
): Readonly<Record<string, unknown>> {
  const tables = ['authors.yml', '.authors.yml'].map((name) => {
    try {
      return asTable(yamlOrNothing(readSettings(join(folder, name), maxBytes)))
    } catch {
      return {}
    }
  })
  return Object.assign({}, ...tables, ...tables.map(({ authors }) => asTable(authors)))
}
