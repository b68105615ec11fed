/** `import Part from './_part.mdx'` and `<Part />`: files that a page shows. @module */
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { siteAddress } from './site-address.ts'

const importLine = /^import\s+([A-Z]\w*)\s+from\s*["']([^"'\n]+\.mdx?)["']/
const use = /^(\s*)<([A-Z]\w*)(?:\s[^<>]*)?(?:\/>|>\s*<\/\2>)\s*$/

/** https://docusaurus.io/docs/markdown-features/react#importing-markdown */
export const mdxPartials: Construct = {
  name: 'Markdown that is imported',
  written: "import Setup from './guide/setup.md'\n\n<Setup />",
  becomes: '# Setup\n\nSet up.',
  sign: /^import\s+[A-Z]\w*\s+from\s*["'][^"'\n]+\.mdx?["']/m,
  read(lines, context) {
    const imports = new Map<string, string>()
    return readIncludes(lines, context, (text, kind) => {
      if (kind !== 'text') return undefined
      const [, imported, from] = importLine.exec(text) ?? []
      if (imported !== undefined) imports.set(imported, from as string)
      const [, before = '', name = ''] = use.exec(text) ?? []
      const address = imports.get(name)
      if (address === undefined) return undefined
      return {
        ...{ address: siteAddress(address), before, after: '', isRelative: true },
        choose: (file) => rebaseLinks(file, context.path).trim(),
      }
    })
  },
}
