/** The possible resolutions of an address. @module */
import { relative, sep } from 'node:path'
import { decodePart } from '../../convert/adf/node-text.ts'
import type { FoundFile } from '../files/guarded-files.ts'
import { isWithin } from '../files/tree-paths.ts'
import type { Notice } from '../notices.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'

export type Resolution =
  | { readonly to: 'keep'; readonly notice?: Notice }
  | {
      readonly to: 'replace'
      readonly url: string
      /** The file that the address embeds, from the base, and what to do without room for it. */
      readonly embeds?: { readonly path: string; readonly otherwise: Resolution }
      readonly notice?: Notice
    }
  | { readonly to: 'describe'; readonly url: string | undefined; readonly notice: Notice }
  /** The target page has no address yet. */
  | { readonly to: 'await' }

export function addressOfSource(
  { repository, sourceUrl }: FolderPlan,
  { file, isFolder }: FoundFile,
  fragment = '',
): string | undefined {
  if (sourceUrl === undefined || !isWithin(file, repository)) return undefined
  const path = relative(repository, file).split(sep).map(encodeURIComponent).join('/')
  const prefix = isFolder ? sourceUrl.replace(/\/blob\/(?=[^/]+\/)/, '/tree/') : sourceUrl
  const hash = fragment === '' ? '' : `#${fragment}`
  return `${prefix.replace(/\/*$/, '/')}${path}${hash}`
}

export function splitAddress(url: string) {
  const hash = url.indexOf('#')
  const [fragment = ''] = hash === -1 ? [] : url.slice(hash + 1).split(':~:')
  const [path = ''] = (hash === -1 ? url : url.slice(0, hash)).split('?')
  return { path: decodePart(path), fragment }
}

export function isOnWeb(path: string): boolean {
  return /^https?:/i.test(path)
}
