/** Tells which files are posts of a blog, when they were posted and by whom. @module */
import { isIndex } from '../files/tree-paths.ts'
import type { FrontMatter } from './front-matter.ts'

const blogFolder = /^_?(?:blogs?|posts?|news|articles)$/i

/** The date before the name of a post, or in the folders above it. */
const dateInPath = /(?:^|\/)(\d{4})([-/])(\d{2})\2(\d{2})[-/][^/]/

/** Outside of blogs only file names count, because a folder with a date may be a version. */
const dateInName = /(?:^|\/)(\d{4})(-)(\d{2})-(\d{2})-[^/]+(?:\/index\.\w+)?$/

export function isInBlog(path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  return (isIndex(path) ? folders.slice(0, -1) : folders).some((name) => blogFolder.test(name))
}

/** Give the day that a post was posted, as `2024-01-31`; undefined for other files. */
export function postedOn(path: string, { date }: Pick<FrontMatter, 'date'>): string | undefined {
  const isPost = isInBlog(path)
  if (isPost && date !== undefined) return date
  const [, year, , month, day] = (isPost ? dateInPath : dateInName).exec(path) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

/** Give the line below the title of a post, as text, maybe with links; undefined for other files. */
export function lineOfPost(
  path: string,
  { date, authors = [] }: Pick<FrontMatter, 'date' | 'authors'>,
): string | undefined {
  const day = postedOn(path, { date })
  if (day === undefined && !isInBlog(path)) return undefined
  return [day, authors.join(', ')].filter(Boolean).join(' · ') || undefined
}
