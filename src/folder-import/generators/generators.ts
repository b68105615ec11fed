/** The table of generators. @module */
import { astro } from './astro.ts'
import { azure } from './azure.ts'
import { docfx } from './docfx.ts'
import { docsify } from './docsify.ts'
import { docusaurus } from './docusaurus.ts'
import type { Generator } from './generator.ts'
import { gitbook } from './gitbook.ts'
import { gollum } from './gollum.ts'
import { hugo } from './hugo.ts'
import { jekyll } from './jekyll.ts'
import { mdbook } from './mdbook.ts'
import { mdc } from './mdc.ts'
import { mintlify } from './mintlify.ts'
import { mkdocs, zensical } from './mkdocs.ts'
import { mystmd } from './mystmd.ts'
import { mdx, nextjs } from './nextjs.ts'
import { obsidian } from './obsidian.ts'
import { quarto } from './quarto.ts'
import { sphinx } from './sphinx.ts'
import { vitepress } from './vitepress.ts'

/** From the surest to the least sure to recognize. */
export const generators: readonly Generator[] = [
  ...[zensical, mkdocs, mdbook, docusaurus, vitepress, mdc, astro, mintlify, docfx, gitbook, hugo],
  ...[mystmd, sphinx, quarto, jekyll, docsify, nextjs, azure, gollum, obsidian, mdx],
]
