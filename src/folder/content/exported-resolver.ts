/** Resolves the addresses of an export to its own pages, images and files; others stay. @module */
import { join } from 'node:path'
import { decodePart } from '../../convert/adf/node-text.ts'
import { linkedFileUrl } from '../../convert/embedded-images/data-urls.ts'
import type { Address } from '../documents/address.ts'
import { attachmentsFolder, foreignMark, mayNamePart } from '../files/exported-tree.ts'
import { folderOf, joinPaths, nameOf } from '../files/tree-paths.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { fileResolver, imageResolver } from './file-resolver.ts'
import { type LinkTargets, linkResolver, type UrlOf } from './link-resolver.ts'
import type { AddressResolver, Resolution } from './resolution.ts'

export function exportedResolver(
  plan: PlannedTree,
  urlOf: UrlOf,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): AddressResolver {
  const toPage = (target: PageNode, from: PageNode, { url, line }: Address): Resolution => {
    const pageUrl = urlOf(target, from)
    if (pageUrl === 'unknown') return { to: 'await' }
    const notice = wordNotice('link-not-imported', url, line)
    return pageUrl === 'none'
      ? { to: 'keep', notice }
      : { to: 'replace', url: pageUrl + tailOf(url) }
  }
  const toFile = async (path: string, { kind, url, line }: Address): Promise<Resolution> => {
    const file = join(plan.base, path)
    if (kind === 'image') {
      const image = await plan.fileSystem.readImage(file, maxBodyBytes)
      if (typeof image === 'object') return { to: 'replace', url: image.url, embeds: path }
      const code = image === 'image-too-large' ? 'image-too-large' : 'image-missing'
      return { to: 'keep', notice: wordNotice(code, url, line) }
    }
    const bytes = await plan.fileSystem.readBytes(file, () => {})
    return { to: 'replace', url: linkedFileUrl(nameOf(path), Buffer.from(bytes)), embeds: path }
  }
  return {
    async resolve(node, address) {
      const { url, line } = address
      if (url.startsWith(foreignMark)) return { to: 'replace', url: url.slice(foreignMark.length) }
      if (!mayNamePart(url)) return { to: 'keep' }
      const path = joinPaths(folderOf(node.path), decodePart(url.replace(/#.*$/s, '')))
      const target = path && plan.tree.byPath.get(path.normalize('NFC'))
      if (target) return toPage(target, node, address)
      if (!path?.startsWith(`${attachmentsFolder}/`)) return { to: 'keep' }
      return toFile(path, address).catch(
        (): Resolution => ({ to: 'keep', notice: wordNotice('link-missing', url, line) }),
      )
    },
    leaveOut: async (_, { url, line }) => ({
      to: 'keep',
      notice: wordNotice('file-too-large', url, line),
    }),
  }
}

function tailOf(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? '' : url.slice(at)
}

export function addressResolver(
  plan: PlannedTree,
  targets: LinkTargets,
  { maxBodyBytes, maxFileBytes }: { readonly maxBodyBytes: number; readonly maxFileBytes: number },
): AddressResolver {
  const findFile = plan.fileSystem.finder(plan.repository)
  const images = imageResolver(plan, findFile, maxBodyBytes)
  const links = linkResolver(plan, targets, fileResolver(plan, findFile, maxFileBytes))
  const resolverOf = ({ kind }: Address): AddressResolver => (kind === 'image' ? images : links)
  return {
    resolve: (node, address) => resolverOf(address).resolve(node, address),
    leaveOut: (node, address) => resolverOf(address).leaveOut(node, address),
  }
}
