/** The dialects of Markdown with their constructs, code rules and site generators. @module */
import { type CodeRules, plainRules } from '../../convert/code/code-rules.ts'
import { azure, azureConstructs } from './azure/azure.ts'
import { componentNotes, otherComponents } from './components/components.ts'
import { docfx, docfxConstructs } from './docfx/docfx.ts'
import { docsify, docsifyConstructs } from './docsify/docsify.ts'
import { docusaurus, docusaurusConstructs } from './docusaurus/docusaurus.ts'
import type { Generator } from './generator.ts'
import { gitbook, gitbookCode, gitbookConstructs } from './gitbook/gitbook.ts'
import { gollum, gollumConstructs } from './gollum/gollum.ts'
import { hugoCodeRules, hugoConstructs } from './hugo/constructs.ts'
import { hugo } from './hugo/site.ts'
import { jekyll, jekyllCodeRules, jekyllConstructs } from './jekyll/jekyll.ts'
import { mdbook, mdbookCode, mdbookConstructs } from './mdbook/mdbook.ts'
import { mdc, mdcCode, mdcConstructs } from './mdc/mdc.ts'
import { mdxCode, mdxConstructs } from './mdx/constructs.ts'
import { mdx, mintlify, nextjs } from './mdx/sites.ts'
import { mkdocsCode, mkdocsConstructs } from './mkdocs/constructs.ts'
import { mkdocs, zensical } from './mkdocs/site.ts'
import { mystConstructs } from './myst/constructs.ts'
import { mystmd, sphinx } from './myst/sites.ts'
import { obsidian, obsidianConstructs } from './obsidian/obsidian.ts'
import type { PartConstruct } from './parts/part-construct.ts'
import { quartoCode, quartoConstructs } from './quarto/constructs.ts'
import { quarto } from './quarto/site.ts'
import { laterAlerts, otherAlerts } from './shared/alerts.ts'
import { attributeLists } from './shared/attribute-lists.ts'
import { containerParts } from './shared/containers.ts'
import { embeds, pagePrograms } from './shared/tags.ts'
import { astro, starlightConstructs } from './starlight/astro.ts'
import { vitepress, vitepressCode, vitepressConstructs } from './vitepress/vitepress.ts'

interface Dialect {
  readonly constructs: readonly PartConstruct[]
  readonly code?: Partial<CodeRules>
  readonly generators: readonly Generator[]
}

/** Ordered from the dialect that is recognized most surely to the least sure. */
const dialects = {
  mkdocs: { constructs: mkdocsConstructs, code: mkdocsCode, generators: [zensical, mkdocs] },
  mdbook: { constructs: mdbookConstructs, code: mdbookCode, generators: [mdbook] },
  docusaurus: { constructs: docusaurusConstructs, code: mdxCode, generators: [docusaurus] },
  vitepress: { constructs: vitepressConstructs, code: vitepressCode, generators: [vitepress] },
  mdc: { constructs: mdcConstructs, code: mdcCode, generators: [mdc] },
  starlight: { constructs: starlightConstructs, generators: [astro] },
  docfx: { constructs: docfxConstructs, generators: [docfx] },
  gitbook: { constructs: gitbookConstructs, code: gitbookCode, generators: [gitbook] },
  hugo: { constructs: hugoConstructs, code: hugoCodeRules, generators: [hugo] },
  myst: { constructs: mystConstructs, generators: [mystmd, sphinx] },
  quarto: { constructs: quartoConstructs, code: quartoCode, generators: [quarto] },
  jekyll: { constructs: jekyllConstructs, code: jekyllCodeRules, generators: [jekyll] },
  docsify: { constructs: docsifyConstructs, generators: [docsify] },
  mdx: { constructs: mdxConstructs, code: mdxCode, generators: [mintlify, nextjs, mdx] },
  azure: { constructs: azureConstructs, generators: [azure] },
  gollum: { constructs: gollumConstructs, generators: [gollum] },
  obsidian: { constructs: obsidianConstructs, generators: [obsidian] },
  /** Files without a site: the converter reads GitHub's additions to CommonMark. */
  github: { constructs: [...containerParts, attributeLists], generators: [] },
} as const satisfies Readonly<Record<string, Dialect>>

export type DialectName = keyof typeof dialects

function dialectOf(name: DialectName): Dialect {
  return dialects[name]
}

export const dialectNames = Object.keys(dialects) as readonly DialectName[]

/** @throws {RangeError} When there is no such dialect. */
export function toDialect(text: string): DialectName {
  const name = dialectNames.find((dialect) => dialect === text)
  if (name !== undefined) return name
  throw new RangeError(`${JSON.stringify(text)} is none of ${dialectNames.join(', ')}.`)
}

export type SiteGenerator = Generator & { readonly dialect: DialectName }

export const generators: readonly SiteGenerator[] = dialectNames.flatMap((dialect) =>
  dialectOf(dialect).generators.map((generator) => ({ ...generator, dialect })),
)

/** Constructs that hold for every site, since browsers handle them. */
export const sharedConstructs: readonly PartConstruct[] = [
  embeds,
  pagePrograms,
  componentNotes,
  otherComponents,
  otherAlerts,
  laterAlerts,
]

/**
 * List the constructs to read in a file, each once.
 * @param names The dialects of its tree; none means `github`.
 */
export function constructsOf(
  names: readonly DialectName[],
  path: string,
): readonly PartConstruct[] {
  const dialectNamesOfFile = dialectsOf(names, path)
  return [
    ...new Set([
      ...dialectNamesOfFile.flatMap((name) => dialectOf(name).constructs),
      ...sharedConstructs,
    ]),
  ]
}

function dialectsOf(names: readonly DialectName[], path: string): readonly DialectName[] {
  // An `.mdx` file is MDX, whatever its site is made with.
  if (/\.mdx$/i.test(path)) return [...names, 'mdx']
  return names.length === 0 ? ['github'] : names
}

/** Tags whose elements are replaced or dropped, such as components, videos and forms. */
const replacedTags =
  /^<\/?(?:[A-Z]|[a-z]\w*-|(?:iframe|video|audio|svg|template|canvas|object|form|fieldset|input|button|select|option|label|progress|link|meta|base|noscript|embed)\b)/

export function codeRulesOf(names: readonly DialectName[], path: string): CodeRules {
  const rules = dialectsOf(names, path).map((name) => dialectOf(name).code ?? {})
  return {
    blocks: [...plainRules.blocks, ...rules.flatMap(({ blocks = [] }) => blocks)],
    tags: rules.flatMap(({ tags = [] }) => tags),
    codeTags: rules.flatMap(({ codeTags = [] }) => codeTags),
    isIndentedCode: rules.every(({ isIndentedCode = true }) => isIndentedCode),
    hasBracedInfo: rules.some(({ hasBracedInfo = false }) => hasBracedInfo),
    hasHtmlBlocks: rules.every(({ hasHtmlBlocks = true }) => hasHtmlBlocks),
    markdownTags: [replacedTags, ...rules.flatMap(({ markdownTags = [] }) => markdownTags)],
  }
}
