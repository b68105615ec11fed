import type { PreviewAnswer } from '../../../src/contract/answers.ts'
import type { PreviewAction } from '../../../src/contract/paths.ts'
import { askPreview } from '../../../src/folder/client/service-requests.ts'
import type { FolderOptions } from '../../../src/folder/folder-options.ts'
import { sql } from '../../../src/store/sql.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import type { PreparedStore } from '../prepared-store.ts'
import { gif } from '../samples/images.ts'
import type { TestServer } from '../service/test-server.ts'
import {
  type DocsFiles,
  type DocsFolder,
  type DocsImport,
  docsFolder,
  importDocs,
} from './docs-folder.ts'

export const mergedFiles: DocsFiles = {
  'guide/README.md': '# Guide\n\nWelcome.\n',
  'guide/setup.md': '# Setup\n\n## Install\n\nRun it.\n',
  'guide/use.md': '# Use\n\nAfter [the setup](setup.md).\n',
  'old.md': '# Old\n\nWords.\n',
  'same.md': '# Same\n\nStays.\n',
}
export const askedFiles: DocsFiles = {
  'guide/setup.md': '# Setup\n\n## Get it\n\nRun it twice. ![dot](dot.gif)\n',
  'guide/dot.gif': gif,
  'new/README.md': '# New\n\nSee [setup](../guide/setup.md).\n',
  'new/leaf.md': '# Leaf\n\nBelow.\n',
}

export interface PreviewSpace {
  readonly space: Space
  readonly folder: DocsFolder
  readonly name: string
  run(options?: Partial<FolderOptions>): Promise<DocsImport>
  preview(options?: Partial<FolderOptions>): Promise<DocsImport>
  pages(): Promise<Record<string, [version: number, markdown: string]>>
  kept(): Promise<{ title: string; kind: string }[]>
  ask(action: PreviewAction, token?: string): Promise<PreviewAnswer>
}

type PreviewServer = PreparedStore & Pick<TestServer, 'endpoint'>

export interface PreviewSpaces {
  start(files?: DocsFiles): Promise<PreviewSpace>
  remove(): void
}

export function previewSpaces(server: PreviewServer): PreviewSpaces {
  const folders: DocsFolder[] = []
  return {
    async start(files = mergedFiles) {
      const space = await server.createSpace(`P${folders.length}`)
      const folder = docsFolder(files)
      const name = `pr-${folders.push(folder)}`
      const made = previewSpace(server, { space, folder, name })
      await made.run()
      return made
    },
    remove() {
      for (const folder of folders) folder.remove()
    },
  }
}

function previewSpace(
  server: PreviewServer,
  given: Pick<PreviewSpace, 'space' | 'folder' | 'name'>,
): PreviewSpace {
  const { endpoint, token, database } = server
  const { space, folder, name } = given
  const spaceId = Number(space.id)
  const run: PreviewSpace['run'] = (options) =>
    importDocs({ endpoint, token, space }, folder, { source: 'docs', ...options })
  return {
    ...given,
    run,
    preview: (options) => run({ preview: name, ...options }),
    async pages() {
      const rows = await database.read<{ title: string; version: number; markdown: string }>(
        sql`select p.title, p.version, v.markdown from pages p
          join page_versions v on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
          where p.space_id = ${spaceId} and p.status = 'current' and p.parent_id <> 0
          order by p.title`,
      )
      return Object.fromEntries(rows.map((row) => [row.title, [row.version, row.markdown]]))
    },
    async kept() {
      const rows = await database.read<{ title: string; kind: string }>(
        sql`select title, kind from preview_pages where space_id = ${spaceId} order by title`,
      )
      return rows.map((row) => ({ ...row }))
    },
    ask: (action, given = token) =>
      askPreview({ endpoint, token: given, maxAttempts: 1 }, name, action, { spaceId: space.key }),
  }
}
