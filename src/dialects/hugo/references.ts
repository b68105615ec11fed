/** `{{< ref "page.md" >}}` and `relref`: the address of another page. @module */
import type { DialectContext } from '../construct.ts'
import { argumentOf, type ShortcodeRule } from '../shortcodes.ts'

/** https://gohugo.io/shortcodes/ref/ */
export const hugoReferences: ShortcodeRule = {
  name: 'address of a page',
  written: '[Setup]({{< relref "guide/setup.md#first" >}})',
  becomes: '[Setup](guide/setup.md#first)',
  names: ['ref', 'relref'],
  replace(shortcode, context) {
    const path = argumentOf(shortcode, ['path'], 0)
    return path === undefined ? undefined : { inline: referenceTo(path, context) }
  },
}

/**
 * Find the page that a path means.
 * @param path With or without its ending, and with an anchor.
 * @param context Knows the files.
 * @returns The address for a link; from the site's root when there is no such page.
 */
export function referenceTo(path: string, context: DialectContext): string {
  const [page = '', anchor] = path.split('#')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  if (page === '') return fragment
  const name = page.replace(/^\/+|\/+$/g, '')
  const found = context.findFile(name)
  return (found ?? (page.startsWith('.') ? page : `/${name}`)) + fragment
}
