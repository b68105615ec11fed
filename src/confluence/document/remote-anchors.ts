/** Links to headings of the same page: one that changed on its way to Confluence has another name there. @module */
import { headingNamer } from '../../adf/heading-names.ts'
import { decodePart } from '../../adf/node-text.ts'
import { type AnyNode, findMark, textValue } from '../../render/unchecked-node.ts'
import { withAddress } from './remote-links.ts'

/** Each link repeats the name, so that a long one under many links would fill the page. */
const maxAnchorLength = 255

/**
 * Point links at headings by the names that those have in Confluence.
 * @param before The document as it was converted: links name its headings by any rule.
 * @param after The same document in Confluence's form, with the same headings.
 */
export function withRemoteAnchors(before: AnyNode, after: AnyNode): AnyNode {
  const remoteNames = remoteNamesOf(after)
  if (remoteNames.length === 0) return after
  const nameHeading = headingNamer()
  const byAnchor = new Map<string, string>()
  const bySlug = new Map<string, string>()
  for (const [index, heading] of headingsOf(before).entries()) {
    const { slug, anchor } = nameHeading(heading)
    const remote = remoteNames[index] as string
    byAnchor.set(anchor, remote)
    bySlug.set(slug, remote)
  }
  const repointed = (node: AnyNode): AnyNode => {
    const href = textValue(findMark(node, 'link')?.attrs?.href)
    const name = href.startsWith('#') && href.length > 1 ? decodePart(href.slice(1)) : undefined
    const remote = name && (byAnchor.get(name) ?? bySlug.get(name))
    const linked = remote && remote !== name ? withAddress(node, `#${encoded(remote)}`) : node
    const { content } = linked
    return Array.isArray(content) ? { ...linked, content: content.map(repointed) } : linked
  }
  return repointed(after)
}

function remoteNamesOf(doc: AnyNode): readonly string[] {
  const nameHeading = headingNamer()
  return headingsOf(doc).map((heading) => {
    const { anchor } = nameHeading(heading)
    return anchor.length > maxAnchorLength ? '' : anchor
  })
}

function headingsOf({ content }: AnyNode): readonly AnyNode[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((node: AnyNode) => (node.type === 'heading' ? [node] : headingsOf(node)))
}

/** Browsers take most characters as they are; a percent sign would be read as an escape. */
function encoded(anchor: string): string {
  return anchor.includes('%') ? encodeURIComponent(anchor) : anchor
}
