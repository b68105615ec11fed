/**
 * Blocks that lead to something else, `{% content-ref %}`, `{% embed %}`, `{% file %}`, and files that are included.
 * @module
 */
import { oneLine } from '../alert.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { around, type Inclusion, readIncludes } from '../includes.ts'
import type { Line } from '../line.ts'
import { textOfLines } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import type { Shortcode } from '../shortcodes.ts'
import { gitbookConstruct } from './notation.ts'

/** https://gitbook.com/docs/creating-content/blocks/page-link */
export const gitbookContentRefs: Construct = gitbookConstruct({
  name: 'page that is referred to',
  written:
    '{% content-ref url="guide/setup.md" %}\n[setup.md](guide/setup.md)\n{% endcontent-ref %}',
  becomes: '[setup.md](guide/setup.md)',
  names: ['content-ref'],
  replace({ named, content }) {
    const url = named.get('url') ?? ''
    return { block: /\]\(|<a\s/.test(textOfLines(content)) ? content : linkTo(url, url, content) }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/embed-a-url */
export const gitbookEmbeds: Construct = gitbookConstruct({
  name: 'page of the web that is embedded',
  written: '{% embed url="https://example.com/a" %}\nA video\n{% endembed %}',
  becomes: '[A video](https://example.com/a)',
  names: ['embed', '@github-files/github-code-block', '@figma/embed', '@arcade/embed'],
  isPair: false,
  replace: (block) => reference(block, 'url'),
})

/** https://gitbook.com/docs/creating-content/blocks/insert-files */
export const gitbookFiles: Construct = gitbookConstruct({
  name: 'file',
  written: '{% file src="images/logo.png" %}\nThe logo\n{% endfile %}',
  becomes: '[The logo](images/logo.png)',
  names: ['file'],
  isPair: false,
  replace: (block) => reference(block, 'src'),
})

function reference(
  { named, words, content }: Shortcode,
  key: string,
): { block: readonly (Line | string)[] } {
  const address = named.get(key) ?? words[0] ?? ''
  const caption = named.get('caption') ?? ''
  const fallback = key === 'src' ? address.slice(address.lastIndexOf('/') + 1) : address
  return { block: linkTo(address, caption || fallback, content) }
}

/** A caption with a link or more than a line stands below the link. */
function linkTo(
  address: string,
  words: string,
  content: readonly Line[],
): readonly (Line | string)[] {
  const caption = textOfLines(content)
  const isLabel = caption.trim() !== '' && content.length === 1 && !/[[\]]/.test(caption)
  const link = `[${isLabel ? oneLine(caption) : words.replace(/[[\]]/g, '\\$&')}](${linkDestination(address)})`
  return isLabel || content.length === 0 ? [link] : [link, '', ...content]
}

/** https://gitbook.com/docs/creating-content/reusable-content */
export const gitbookIncludedFiles: Construct = {
  name: 'part that pages share, of Markdoc as well',
  written: '{% include "guide/setup.md" %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*(?:include|partial)\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => (text.includes('{%') ? findInclude(text, context) : undefined),
    }),
}

const directive =
  /\{%-?\s*(?:include\s+|partial\s+file=)"([^"%]{1,500})"(?:\s[^{}%]{0,500})?\s*[-/]?%\}/

function findInclude(text: string, context: ReadingContext): Inclusion | undefined {
  const found = directive.exec(text)
  if (found === null) return undefined
  const [, address = ''] = found
  return {
    address,
    ...around(found),
    choose: (file) => rebaseLinks(file, context),
  }
}
