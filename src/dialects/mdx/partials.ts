/** `import Part from './_part.mdx'` and `<Part />`: files that a page shows. @module */
import { readComponentAttributes } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { siteAddress } from './site-address.ts'

const importLine = /^import\s+([A-Z]\w*)\s+from\s*["']([^"'\n]+\.mdx?)["']/
const use = /^(\s*)<([A-Z]\w*)(\s[^<>]*)?(?:\/>|>\s*<\/\2>)\s*$/

/** https://docusaurus.io/docs/markdown-features/react#importing-markdown */
export const mdxPartials: Construct = {
  name: 'Markdown that is imported',
  written: "import Setup from './guide/setup.md'\n\n<Setup />",
  becomes: '# Setup\n\nSet up.',
  sign: /^import\s+[A-Z]\w*\s+from\s*["'][^"'\n]+\.mdx?["']/m,
  read(lines, context) {
    const imports = new Map<string, string>()
    return readIncludes(lines, context, {
      find: (text) => {
        const [, imported, from] = importLine.exec(text) ?? []
        if (imported !== undefined) imports.set(imported, from as string)
        const [, before = '', name = '', given = ''] = use.exec(text) ?? []
        const address = imports.get(name)
        if (address === undefined) return undefined
        return {
          address: siteAddress(address),
          before,
          after: '',
          isRelative: true,
          choose: (file) => filled(withoutBlankEnds(rebaseLinks(file, context)), given),
        }
      },
    })
  },
}

const property = /\{\s*(?:props\.)?(\w{1,100})\s*\}/g

/** The words that the page gives stand where the file has their names in braces. */
function filled(lines: readonly Line[], given: string): readonly Line[] {
  const { words } = readComponentAttributes(given)
  if (words.size === 0) return lines
  const read = (line: string): string =>
    replaceMatches(line, property, ([found, name = '']) => words.get(name) ?? found)
  return mapText(lines, read)
}
