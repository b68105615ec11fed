/** `markport page`: show, trash, restore and purge. @module */
import { type Command, Option } from 'commander'
import { readerOfAll } from '../accounts/reader.ts'
import { counted, visibleJson } from '../contract/base/visible-text.ts'
import { RequestError } from '../contract/errors.ts'
import { completePageLinks } from '../convert/adf/page-links.ts'
import { findPage, findPageHere } from '../wiki/pages/find-page.ts'
import type { PageWithBody } from '../wiki/pages/page.ts'
import { restorePage, trashPage } from '../wiki/store/trash-page.ts'
import { readNumber } from './command-options.ts'
import type { CliContext } from './context.ts'
import { renderers } from './convert.ts'
import { registerPagePurge } from './store/purge.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from './store/store.ts'

const formats = ['adf', 'storage', 'html', 'markdown', 'text'] as const

type Format = (typeof formats)[number]

interface ShowFlags {
  readonly format: Format
  readonly version?: string
}

export function registerPage(program: Command, context: CliContext): void {
  const page = program.command('page').description('Show, trash, restore and purge pages.')
  const add = storeCommands(page, context)
  add(
    'show <id>',
    'Print a page.',
    async ({ database, flags, values }: StoreAtWork<ShowFlags>, id: string) => {
      const { format } = flags
      const version = readVersion(flags)
      const reader = readerOfAll(database)
      // Also from the trash; a recorded page of a connected space comes second.
      const page =
        (await findPageHere(reader, id, { version })) ?? (await findPage(reader, id, { version }))
      if (page === undefined) {
        const which = version === undefined ? '' : ` with a version ${version}`
        throw new RequestError('not-found', `There is no page ${id}${which}.`)
      }
      const { publicUrl } = values
      const shownPage = publicUrl === undefined ? page : await withWholeLinks(page, publicUrl)
      const document = await render(shownPage, format)
      return [pageJson(shownPage, format, document), { document }]
    },
    {
      options: ['publicUrl'],
      flags: [
        new Option('--format <format>', 'What to print.').choices(formats).default('markdown'),
        ['--version <n>', 'An older version.'],
      ],
      check: (flags) => void readVersion(flags),
    },
  )
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

function pageJson(page: PageWithBody, format: Format, document: string): object {
  return {
    id: page.id,
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    version: page.version.number,
    status: page.status,
    adf: JSON.parse(page.adf),
    markdown: page.markdown,
    ...(format !== 'adf' && format !== 'markdown' && { [format]: document }),
  }
}

async function render({ adf, markdown }: PageWithBody, format: Format): Promise<string> {
  if (format === 'markdown') return markdown
  if (format === 'adf') return visibleJson(adf)
  const write = await renderers[format]()
  return write(JSON.parse(adf))
}

function readVersion({ version }: ShowFlags): number | undefined {
  return version === undefined ? undefined : readNumber('--version', version)
}
