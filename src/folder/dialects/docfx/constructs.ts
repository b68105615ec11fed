/** Constructs of DocFX and Microsoft Learn. @module */
import { readAttributes } from '../attributes.ts'
import { makeImage, makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import type {
  PartConstruct,
  Replacement,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { noName } from '../parts/rebase-addresses.ts'
import { type Syntax, singleTags } from '../parts/syntax.ts'
import { includedAt } from '../shared/included-files.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { docfxCode, fileAddress } from './code.ts'
import { docfxReferences } from './references.ts'
import { docfxTabs } from './tabs.ts'

const include = /\[!INCLUDE\s{0,20}\[[^\][]{0,500}\]\s{0,20}\(([^()]{1,1000})\)\s{0,20}\]/i

const includes = singleTags('include', /\[!INCLUDE/i, include, { isReadInTags: true })

/** https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files */
const docfxIncludedFiles: TagConstruct = {
  name: 'file that is included',
  input: '[!INCLUDE [the setup](guide/setup.md)]',
  becomes: '# Setup\n\nSet up.',
  syntax: includes,
  tag(tag, context) {
    const [, address = ''] = include.exec(tag.opening) ?? []
    return includedAt(
      tag,
      {
        address: fileAddress(address),
        // Rebase addresses before the file is read.
        isFromPage: true,
        rebase: noName,
        choose: (file) => file.text.replace(/^\s*\n|\s+$/g, ''),
      },
      context,
    )
  },
}

const names = 'row|column|zone|moniker|image|video|no-loc'
const tag = new RegExp(
  `^:::\\s?(?:(${names})(-end)?\\b((?:[^:\\n]|:(?!::))*):::|(zone|moniker)(-end)?(?![-\\w])([^:\\n]*)(?=\\n|$))`,
)

const colons: Syntax = {
  name: 'part between colons',
  start: new RegExp(`(?<!:):::\\s?(?:${names})`),
  readTag(source, at) {
    const [whole, name, ends, attributes, open, closes, rest = ''] =
      tag.exec(source.slice(at, at + 2_000)) ?? []
    const blockName = name ?? open
    if (whole === undefined || blockName === undefined) return undefined
    const kind = (ends ?? closes) ? 'close' : 'open'
    return {
      kind,
      name: blockName,
      attributes: (attributes ?? rest).trim(),
      end: at + whole.length,
    }
  },
}

/** https://learn.microsoft.com/contribute/content/markdown-reference */
const docfxParts: TagConstruct = {
  name: 'part between colons',
  input: ':::image type="content" source="images/logo.png" alt-text="Our logo":::',
  becomes: '![Our logo](images/logo.png)',
  syntax: colons,
  tag({ kind, name, attributes, content, isBlock }): Replacement {
    const { pairs } = readAttributes(attributes)
    const source = pairs.get('source')
    if (name === 'image' && source !== undefined && kind !== 'close') {
      const image = makeImage(source, { alt: pairs.get('alt-text') })
      return isBlock || content.length > 0 ? { block: [image, content] } : { inline: image }
    }
    if (name === 'video' && source !== undefined) return { inline: videoAt(source) }
    if (name === 'no-loc') return { inline: pairs.get('text') ?? '' }
    if (kind !== 'pair') return undefined
    const zone = name === 'zone' ? pairs.get('pivot') : undefined
    return { block: [zone === undefined ? undefined : makeStrong(zone), content] }
  },
}

function videoAt(address: string): ReturnType<typeof makeText> {
  return /^https?:[^\s<>]+$/.test(address) ? makeText(`<${address}>`) : makeLink(address, address)
}

const docfxVideos: WordsConstruct = {
  name: 'video',
  input: '> [!VIDEO https://example.com/embed/a]',
  becomes: '> <https://example.com/embed/a>',
  mark: '[!',
  words: /^([\s>]*)\[!VIDEO\s+([^\s\]]+)\]/dgi,
  isProtected: false,
  replace: ({ match: [, , address = ''], group }) => [...group(1), videoAt(address)],
}

const docfxClasses: WordsConstruct = {
  name: 'quote with a class',
  input: '> [!div class="nextstepaction"]\n> [the setup](guide/setup.md)',
  becomes: '>\n> [the setup](guide/setup.md)',
  mark: '[!',
  words: /^([\s>]*>)\s*\[!div\b[^\]]*\]\s*$/dgi,
  isProtected: false,
  replace: ({ group }) => group(1),
}

/** https://dotnet.github.io/docfx/docs/links-and-cross-references.html */
const docfxAddresses: WordsConstruct = {
  name: "address from the site's folder",
  input: '[the setup](~/guide/setup.md)',
  becomes: '[the setup](/guide/setup.md)',
  mark: '~/',
  words: /(\]\(|^\s{0,3}\[[^\]]+\]:\s*)~\//dg,
  isProtected: false,
  replace: ({ group }) => [...group(1), makeText('/')],
}

export const docfxConstructs: readonly PartConstruct[] = [
  docfxIncludedFiles,
  docfxCode,
  docfxParts,
  docfxTabs,
  docfxVideos,
  docfxClasses,
  docfxReferences,
  docfxAddresses,
  embeds,
  pagePrograms,
]
