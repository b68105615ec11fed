/** The table of dialects: the constructs that each knows, in the order in which they are read. @module */
import { azureConstructs } from './azure/constructs.ts'
import { componentNotes, otherComponents } from './components/parts.ts'
import type { Construct } from './construct.ts'
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
import { quartoConstructs } from './quarto/constructs.ts'
import { embeds, laterAlerts } from './shared-constructs.ts'
import { starlightConstructs } from './starlight/constructs.ts'
import { pagePrograms } from './unknown-parts.ts'
import { vitepressConstructs } from './vitepress/constructs.ts'

/** What Markdown may be written for. */
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

const dialects: Readonly<Record<DialectName, readonly Construct[]>> = {
  /** CommonMark with what GitHub adds, which the converter knows itself. */
  github: githubConstructs,
  mkdocs: mkdocsConstructs,
  docusaurus: docusaurusConstructs,
  /** Of all files that end in `.mdx`, and of trees that have it in others. */
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

/** All names, as `--dialect` takes them. */
export const dialectNames = Object.keys(dialects) as readonly DialectName[]

/**
 * Find the constructs to read in a file, each once.
 * @param names The dialects of its tree; none is read as `github`.
 */
export function constructsOf(names: readonly DialectName[], path: string): readonly Construct[] {
  const known = dialectsOf(names, path)
  // What all sites leave to browsers, each of them does.
  const shared = [embeds, pagePrograms, componentNotes, otherComponents, laterAlerts]
  return [...new Set([...known.flatMap((name) => dialects[name]), ...shared])]
}

/** Tell what a file is read as. */
export function dialectsOf(names: readonly DialectName[], path: string): readonly DialectName[] {
  // JavaScript in Markdown, whatever the site is made with.
  if (/\.mdx$/i.test(path)) return [...names, 'mdx']
  return names.length === 0 ? ['github'] : names
}
