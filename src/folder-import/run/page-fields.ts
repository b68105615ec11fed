/** The fields of the request for one page. @module */
import type { PageFields } from '../../http-client/import-page.ts'
import { addressOfSource } from '../content/address-of-source.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { FolderRun } from './folder-run.ts'
import type { PlacedPage } from './placed-page.ts'

/**
 * Make the fields, but for whether the page may be there, and its id.
 * @param run The run.
 * @param place Where the page belongs.
 * @param built Its content.
 */
export function fieldsOf(
  { plan, settings, state }: FolderRun,
  { node, parentId }: Pick<PlacedPage, 'node' | 'parentId'>,
  built: BuiltPage,
): PageFields {
  const { file } = node
  const sourceUrl = file && addressOfSource(plan, { file, isFolder: false })
  const homepageTitle = state.homepageTitle(node)
  return {
    spaceId: settings.spaceId,
    parentId,
    pageTitle: (node.exported?.isHomepage ? undefined : homepageTitle) ?? node.title,
    content: built.content,
    ...(settings.keepTitleHeading || node.exported?.keepsTitleHeading
      ? { removeTitleHeading: false }
      : {}),
    ...(built.labels === undefined ? {} : { labels: built.labels }),
    // A homepage stands beside none.
    ...(node.position === undefined || homepageTitle !== undefined
      ? {}
      : { position: node.position }),
    ...(node.navigationTitle === undefined ? {} : { navigationTitle: node.navigationTitle }),
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    ...(settings.dryRun ? { dryRun: true } : {}),
  }
}
