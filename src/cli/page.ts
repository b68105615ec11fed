/** `markport page`: show, trash, restore and purge. @module */
import { type Command, Option } from 'commander'
import { readerOfAll } from '../accounts/reader.ts'
import { counted } from '../contract/base/visible-text.ts'
import { RequestError } from '../contract/errors.ts'
import { adfToText } from '../convert/adf/node-text.ts'
import { completePageLinks } from '../convert/adf/page-links.ts'
import { adfToHtml } from '../convert/render/adf-to-html.ts'
import { adfToStorage } from '../convert/render/adf-to-storage.ts'
import { findPage, findPageHere } from '../wiki/pages/find-page.ts'
import type { PageWithBody } from '../wiki/pages/page.ts'
import { restorePage, trashPage } from '../wiki/store/trash-page.ts'
import { addOptions, readNumber, readOptions, storeOptions } from './command-options.ts'
import type { CliContext } from './context.ts'
import { registerPagePurge } from './store/purge.ts'
import { commandLineActor, storeCommands, withStore } from './store/store.ts'

type Format = 'adf' | 'storage' | 'html' | 'markdown' | 'text'

export function registerPage(program: Command, context: CliContext): void {
  const page = program.command('page').description('Show, trash, restore and purge pages.')
  const show = page
    .command('show <id>')
    .description('Print a page.')
    .addOption(
      new Option('--format <format>', 'What to print.')
        .choices(['adf', 'storage', 'html', 'markdown', 'text'])
        .default('markdown'),
    )
    .option('--version <n>', 'An older version.')
  addOptions(show, ['publicUrl', ...storeOptions]).action((id: string) => {
    const values = readOptions(show, context.env)
    const { format, version } = show.opts() as { format: Format; version?: string }
    const options = version === undefined ? {} : { version: readNumber('--version', version) }
    return withStore(context, values, async ({ database }) => {
      const reader = readerOfAll(database)
      // Also from the trash; a recorded page of a connected space comes second.
      const page =
        (await findPageHere(reader, id, options)) ?? (await findPage(reader, id, options))
      if (page === undefined) {
        const which = version === undefined ? '' : ` with a version ${version}`
        throw new RequestError('not-found', `There is no page ${id}${which}.`)
      }
      const { publicUrl } = values
      const shownPage = publicUrl === undefined ? page : await withWholeLinks(page, publicUrl)
      if (values.json) context.stdout.json(pageJson(shownPage, format))
      else if (format === 'adf') context.stdout.json(JSON.parse(shownPage.adf))
      else context.stdout.document(render(shownPage, format))
    })
  })
  const add = storeCommands(page, context)
  add(
    'trash <id>',
    'Move a page and all pages below it to the trash.',
    async (store, id: string) => {
      const pages = await trashPage(store, id, commandLineActor)
      return [{ id, pages }, `Trashed ${counted(pages, 'page')}.`]
    },
  )
  add(
    'restore <id>',
    'Bring a trashed page back, with the pages that went with it.',
    async (store, id: string) => {
      const pages = await restorePage(store, id, commandLineActor)
      return [{ id, pages }, `Restored ${counted(pages, 'page')}.`]
    },
  )
  registerPagePurge(page, context)
}

/** Complete the stored links, which lack the wiki's address. */
async function withWholeLinks(page: PageWithBody, publicUrl: string): Promise<PageWithBody> {
  const wikiUrl = `${publicUrl}/wiki`
  const adf = completePageLinks(page.adf, wikiUrl)
  const { completeMarkdownLinks } = await import('../convert/addresses/find-addresses.ts')
  return { ...page, adf, markdown: completeMarkdownLinks(page.markdown, wikiUrl) }
}

function pageJson(page: PageWithBody, format: Format): object {
  return {
    id: page.id,
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    version: page.version.number,
    status: page.status,
    adf: JSON.parse(page.adf),
    markdown: page.markdown,
    ...(format !== 'adf' && format !== 'markdown' && { [format]: render(page, format) }),
  }
}

function render(page: PageWithBody, format: Exclude<Format, 'adf'>): string {
  switch (format) {
    case 'storage':
      return adfToStorage(JSON.parse(page.adf))
    case 'html':
      return adfToHtml(JSON.parse(page.adf))
    case 'text':
      return adfToText(JSON.parse(page.adf))
    case 'markdown':
      return page.markdown
  }
}
