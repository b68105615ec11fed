/** Puts local images into the pages that show them, or their descriptions where that cannot be. @module */
import type { FindFile, FoundFile } from '../files/find-file.ts'
import type { ReadRefusal } from '../files/guarded-files.ts'
import { pathFrom } from '../files/tree-paths.ts'
import { type NoticeCode, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { addressCandidates, anywhere, isOfRepository } from './address-candidates.ts'
import { addressOfSource } from './address-of-source.ts'
import type { AddressResolver, Resolution } from './resolution.ts'
import { isOnWeb, takeApart } from './written-address.ts'

/**
 * Make the resolver of images.
 * @param findFile Finds images.
 * @param maxBodyBytes The most that a request may hold.
 */
export function imageResolver(
  plan: PlannedTree,
  findFile: FindFile,
  maxBodyBytes: number,
): AddressResolver {
  const candidatesOf = (node: PageNode, path: string): string[] => [
    ...addressCandidates(plan, node.path, path),
    ...anywhere(plan, node.path, path),
  ]
  const describe = (found: FoundFile | undefined, path: string, line: number): Resolution => ({
    to: 'describe',
    url: found && addressOfSource(plan, found),
    notice: wordNotice('image-too-large', path, line),
  })
  return {
    async resolve(node, { url, line }) {
      const { path } = takeApart(url)
      const candidates = candidatesOf(node, path)
      const found = await findFile(candidates)
      if (found === undefined) {
        if (isOnWeb(path)) return { to: 'keep' }
        const code = isOfRepository(plan, candidates) ? 'image-missing' : 'image-outside'
        return { to: 'keep', notice: wordNotice(code, path, line) }
      }
      const image = await plan.fileSystem.readImage(found.file, maxBodyBytes)
      if (typeof image === 'object') {
        return { to: 'replace', url: image.url, embeds: pathFrom(plan.base, found.file) }
      }
      if (image === 'image-too-large') return describe(found, path, line)
      return { to: 'keep', notice: wordNotice(codeOf(image), path, line) }
    },
    async leaveOut(node, { url, line }) {
      const { path } = takeApart(url)
      return describe(await findFile(candidatesOf(node, path)), path, line)
    },
  }
}

function codeOf<Code extends NoticeCode>(image: Code | ReadRefusal): Code | `image-${ReadRefusal}` {
  return image === 'outside' || image === 'hidden' || image === 'ignored' ? `image-${image}` : image
}
