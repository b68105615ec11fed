/** Plans an import of given files, and makes what is sent for each page. @module */
import { resolve } from 'node:path'
import type { AnswerWarning } from '../../contract/answers.ts'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import { type PageBuilder, pageBuilder } from '../content/page-builder.ts'
import { type FileWatch, fileWatch } from '../documents/file-watch.ts'
import { DocumentError, wordCheckFailure } from '../files/read-failure.ts'
import { markdownEnding } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import { type PlannedTree, planTree } from '../plan/plan-tree.ts'
import { serviceWarnings } from '../service-warnings.ts'
import { givenFileSystem } from './given-file-system.ts'
import { type GivenFile, givenLimits, tooMany } from './given-files.ts'

/** A page from uploaded files. */
export interface GivenPage {
  readonly path: string
  readonly title: string
  /** Title in menus, if another. */
  readonly navigationTitle: string | undefined
  /** Index of the parent in this list; undefined at the top. */
  readonly parent: number | undefined
  /** Id of a parent from front matter. */
  readonly parentId: string | undefined
  readonly position: number | undefined
  readonly problem: string | undefined
}

export interface GivenContent {
  readonly content: string
  readonly labels: readonly string[]
  readonly images: readonly string[]
  /** Keyed by lines of the file. */
  readonly warnings: readonly Omit<AnswerWarning, 'code'>[]
  readonly problem: string | undefined
}

export interface GivenPlan {
  /** Parents come before children. */
  readonly pages: readonly GivenPage[]
  /** Notices about files that are left out or no pages. */
  readonly notices: readonly { readonly path: string; readonly message: string }[]
  /**
   * Build all pages.
   * @param urls Current or reserved addresses by index; undefined for pages that are not imported.
   * @throws {DocumentError} When the result is too large.
   */
  build(urls: readonly (string | undefined)[]): Promise<readonly GivenContent[]>
}

/** Uploads find pages by title, so importing this file could create a duplicate. */
function namesPage(pageId: string): string {
  return `This file names the page ${pageId}, which only the command line looks for. Import it there, or take the id out.`
}

interface GivenOptions {
  readonly name: string
  readonly maxBodyBytes: number
  readonly maxMarkdownBytes: number
}

/**
 * Plan the pages.
 * @throws {DocumentError} When there are too many pages, or none.
 */
export async function planGivenFiles(
  files: readonly GivenFile[],
  { name, ...limits }: GivenOptions,
): Promise<GivenPlan> {
  const base = resolve('/', name)
  const shown: string[] = []
  const fileSystem = givenFileSystem(base, files, (path) => shown.push(path))
  const isMarkdown = ({ path, text }: GivenFile): boolean =>
    text !== undefined && markdownEnding.test(path)
  const plan = await planTree({
    base,
    around: base,
    fileSystem,
    // This runs in a process that can be ended, so the parser needs no trial.
    watch: fileWatch(givenLimits.fileTimeoutMs, () => true),
    files: files
      .filter(isMarkdown)
      .map(({ path, text = '' }) => ({ path, file: resolve(base, path), text })),
    others: files.filter((file) => !isMarkdown(file)).map(({ path }) => path),
    maxBodyBytes: limits.maxBodyBytes,
    isOrdered: true,
  })
  const { nodes } = plan.tree
  const { maxPages } = givenLimits
  if (nodes.length > maxPages) throw tooMany(nodes.length, 'pages', maxPages)
  if (nodes.length === 0) {
    throw new DocumentError(
      'There is no Markdown in these files: its names end in .md or .markdown.',
    )
  }
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const paths = new Set(nodes.map(({ path }) => path))
  return {
    pages: nodes.map(({ path, title, navigationTitle, parent, parentId, position, ...node }) => ({
      path,
      title,
      navigationTitle,
      parentId,
      position,
      problem: node.problem ?? (node.pageId && namesPage(node.pageId)),
      parent: parent && numbers.get(parent),
    })),
    notices: [
      ...files.filter(isNoText).map(({ path }) => ({ path, message: noText })),
      ...plan.notices
        .filter(({ path }) => !paths.has(path))
        .map(({ path, notice: { message } }) => ({ path, message })),
    ],
    async build(urls) {
      const urlOf = (node: PageNode): string => urls[numbers.get(node) ?? -1] ?? 'none'
      // The form takes no attachments but images.
      const own = { ...limits, maxFileBytes: 0, keepTitleHeading: false }
      const builder = pageBuilder(plan, urlOf, own)
      const built: GivenContent[] = []
      let bytes = 0
      for (const node of nodes) {
        shown.length = 0
        const notices = plan.notices.filter(({ path }) => path === node.path)
        const content = await buildContent(node, { builder, watch: plan.documents.watch }, notices)
        bytes += Buffer.byteLength(JSON.stringify(content))
        if (bytes > maxGrowth * limits.maxBodyBytes) throw tooLarge()
        built.push({ ...content, images: [...new Set(shown)] })
      }
      return built
    },
  }
}

/** Includes may multiply the text, and the answer contains all of it. */
const maxGrowth = 2

function tooLarge(): DocumentError {
  return new DocumentError(
    'With what they include, these files make too much text to be imported at once. Choose a part of them, or use “markport import”.',
  )
}

async function buildContent(
  node: PageNode,
  { builder, watch }: { readonly builder: PageBuilder; readonly watch: FileWatch },
  notices: PlannedTree['notices'],
): Promise<Omit<GivenContent, 'images'>> {
  const failed = (problem: string) => ({ content: '', labels: [], warnings: [], problem })
  if (node.problem !== undefined) return failed(node.problem)
  try {
    const built = await builder.build(node)
    const { warnings } = watch.parse(built.content, () =>
      markdownToAdf(built.content, { title: node.title }),
    )
    const said = [
      ...notices.map(({ notice }) => notice),
      ...built.notices,
      ...serviceWarnings(warnings, built),
    ]
    return {
      content: built.content,
      labels: built.labels ?? [],
      warnings: said.map(({ severity, message, line }) => ({ severity, message, line })),
      problem: undefined,
    }
  } catch (error) {
    return failed(wordCheckFailure(error))
  }
}

const noText = 'This file is no text in UTF-8, and was left out.'

function isNoText({ path, text }: GivenFile): boolean {
  return text === undefined && markdownEnding.test(path)
}
