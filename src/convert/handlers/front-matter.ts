/** Leaves front matter out of the page, with a warning. @module */
import type { Literal } from 'mdast'
import type { Conversion } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { WriteBlock } from '../plain-page.ts'

export function frontMatter(node: Literal, { warnings }: Conversion): readonly LooseNode[] {
  warnings.add('front-matter', node.position?.start.line ?? 1)
  return []
}

export const writeFrontMatter: WriteBlock = (id, page) => {
  page.warn('front-matter', page.nodes.lineOf(id) || 1)
  return ''
}
