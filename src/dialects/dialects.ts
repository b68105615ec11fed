/** The constructs of each dialect, in the order in which they are read. @module */
import { azureConstructs } from './azure/constructs.ts'
import { componentNotes, otherComponents } from './components/parts.ts'
import { docfxConstructs } from './docfx/constructs.ts'
import { docsifyConstructs } from './docsify/constructs.ts'
import { docusaurusConstructs } from './docusaurus/constructs.ts'
import { gitbookConstructs } from './gitbook/constructs.ts'
import { githubConstructs } from './github/constructs.ts'
import { gollumConstructs } from './gollum/constructs.ts'
import { hugoConstructs } from './hugo/constructs.ts'
import { jekyllConstructs } from './jekyll/constructs.ts'
import { mdbookConstructs } from './mdbook/constructs.ts'
import { mdcConstructs } from './mdc/constructs.ts'
import { mdxConstructs } from './mdx/constructs.ts'
import { mkdocsConstructs } from './mkdocs/constructs.ts'
import { mystConstructs } from './myst/constructs.ts'
import { obsidianConstructs } from './obsidian/constructs.ts'
import type { PartConstruct } from './parts/part-construct.ts'
import { quartoConstructs } from './quarto/constructs.ts'
import { laterAlerts } from './shared/alerts.ts'
import { embeds, pagePrograms } from './shared/unknown-parts.ts'
import { starlightConstructs } from './starlight/constructs.ts'
import { vitepressConstructs } from './vitepress/constructs.ts'

/** The dialects of Markdown. */
export type DialectName =
  | 'github'
  | 'mkdocs'
  | 'docusaurus'
  | 'mdx'
  | 'vitepress'
  | 'hugo'
  | 'jekyll'
  | 'mdbook'
  | 'gitbook'
  | 'obsidian'
  | 'docfx'
  | 'docsify'
  | 'starlight'
  | 'myst'
  | 'quarto'
  | 'mdc'
  | 'gollum'
  | 'azure'

const dialects: Readonly<Record<DialectName, readonly PartConstruct[]>> = {
  /** CommonMark and GitHub's additions, which the converter knows itself. */
  github: githubConstructs,
  mkdocs: mkdocsConstructs,
  docusaurus: docusaurusConstructs,
  /** For all `.mdx` files, and for trees that use MDX in other files. */
  mdx: mdxConstructs,
  vitepress: vitepressConstructs,
  hugo: hugoConstructs,
  jekyll: jekyllConstructs,
  mdbook: mdbookConstructs,
  gitbook: gitbookConstructs,
  obsidian: obsidianConstructs,
  docfx: docfxConstructs,
  docsify: docsifyConstructs,
  starlight: starlightConstructs,
  myst: mystConstructs,
  quarto: quartoConstructs,
  mdc: mdcConstructs,
  gollum: gollumConstructs,
  azure: azureConstructs,
}

export const dialectNames = Object.keys(dialects) as readonly DialectName[]

/**
 * List the constructs to read in a file, each once.
 * @param names The dialects of its tree; none means `github`.
 */
export function constructsOf(
  names: readonly DialectName[],
  path: string,
): readonly PartConstruct[] {
  const known = dialectsOf(names, path)
  // These hold for every site, since browsers handle them.
  const shared = [embeds, pagePrograms, componentNotes, otherComponents, laterAlerts]
  return [...new Set([...known.flatMap((name) => dialects[name]), ...shared])]
}

export function dialectsOf(names: readonly DialectName[], path: string): readonly DialectName[] {
  // An `.mdx` file is MDX, whatever its site is made with.
  if (/\.mdx$/i.test(path)) return [...names, 'mdx']
  return names.length === 0 ? ['github'] : names
}
