/** Finds the files that navigation names by the addresses of their pages. @module */
import { joinPaths, nameOf, stemOf } from '../files/tree-paths.ts'
import type { NavigationContext } from './navigation.ts'

const orderNumber = /^\d+[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/
const index = /^(?:index|readme|_index)$/i

/**
 * Find a page.
 * @param address Without its ending, or the numbers that only order files.
 * @returns The path of a file, or of a folder; undefined when there is none.
 */
export function findListedPage(address: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, address.replace(/[?#].*$|\.html?$/g, ''))
  if (path === undefined) return undefined
  if (/\.mdx?$/.test(path) && context.exists(path)) return path
  const parts = path.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? 'index'
  let folder = ''
  for (const part of parts.slice(0, -1)) {
    const found = context.list(folder).find((one) => isFolder(one) && isCalled(nameOf(one), part))
    if (found === undefined) return undefined
    folder = found
  }
  const entries = context.list(folder)
  const found = [
    entries.find((one) => !isFolder(one) && isCalled(stemOf(one), last)),
    entries.find((one) => isFolder(one) && isCalled(nameOf(one), last)),
  ].find((one) => one !== undefined)
  if (found !== undefined || !index.test(last)) return found
  return entries.find((one) => !isFolder(one) && index.test(stemOf(one)))

  function isFolder(one: string): boolean {
    return context.list(one).length > 0
  }
}

function isCalled(name: string, wanted: string): boolean {
  return name === wanted || name.replace(orderNumber, '') === wanted
}
