/** The converters that are measured. Install the peers with `npm ci --prefix bench`. @module */
import { createRequire } from 'node:module'
import { markdownToHtml, markdownToMdast } from 'satteri'
import { markdownToPage } from '../src/convert/markdown-to-page.ts'
import { encodeText } from '../src/wiki/import/source-digest.ts'

export interface Peer {
  readonly name: string
  readonly makes: 'ADF' | 'wiki markup' | 'HTML' | 'mdast'
  readonly isEditorState?: true
  convert(markdown: string): unknown
}

export async function loadPeers(): Promise<readonly Peer[]> {
  const require = createRequire(import.meta.url)
  const { markdownToAdf: marklassian } = await load('marklassian')
  const { default: toWikiMarkup } = await load('@shogobg/markdown2confluence')
  const { remark } = await load('remark')
  const { default: remarkGfm } = await load('remark-gfm')
  // Its ESM files do not load in Node.
  const { MarkdownTransformer } = require('@atlaskit/editor-markdown-transformer')
  const transformer = new MarkdownTransformer()
  const processor = remark().use(remarkGfm)
  return [
    {
      name: 'markport',
      makes: 'ADF',
      convert: (markdown) => encodeText(...markdownToPage(markdown).adf).utf8,
    },
    { name: 'satteri to HTML', makes: 'HTML', convert: (markdown) => markdownToHtml(markdown) },
    { name: 'satteri alone', makes: 'mdast', convert: (markdown) => markdownToMdast(markdown) },
    {
      name: 'marklassian',
      makes: 'ADF',
      convert: (markdown) => JSON.stringify(marklassian(markdown)),
    },
    {
      name: '@atlaskit/editor-markdown-transformer',
      makes: 'ADF',
      isEditorState: true,
      convert: (markdown) => JSON.stringify(transformer.parse(markdown)),
    },
    {
      name: '@shogobg/markdown2confluence',
      makes: 'wiki markup',
      convert: (markdown) => toWikiMarkup(markdown),
    },
    {
      name: 'remark + remark-gfm',
      makes: 'mdast',
      convert: (markdown) => processor.parse(markdown),
    },
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the product
async function load(name: string): Promise<any> {
  try {
    return await import(name)
  } catch (error) {
    throw new Error(`${name} is missing: npm ci --prefix bench`, { cause: error })
  }
}
