/** A folder of docs for one test, and imports of it. @module */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FolderEvent, FolderReport, PageResult } from '../../../src/folder/folder-events.ts'
import type { FolderOptions } from '../../../src/folder/folder-options.ts'
import { importFolder } from '../../../src/folder/import-folder.ts'
import { temporaryFolder } from '../base/temporary-folder.ts'
import type { TestServer } from '../service/test-server.ts'

export type DocsFiles = Readonly<Record<string, string | Uint8Array>>

export interface DocsFolder {
  readonly path: string
  write(files: DocsFiles): void
  remove(...paths: string[]): void
}

export interface DocsImport {
  readonly report: FolderReport
  readonly events: readonly FolderEvent[]
  readonly pages: Readonly<Record<string, PageResult>>
  readonly warnings: readonly string[]
}

export function docsFolder(files: DocsFiles = {}): DocsFolder {
  const path = temporaryFolder()
  mkdirSync(join(path, '.git'))
  const folder: DocsFolder = {
    path,
    write(more) {
      for (const [name, content] of Object.entries(more)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), content)
      }
    },
    remove(...paths) {
      for (const one of paths.length === 0 ? [''] : paths) {
        rmSync(join(path, one), { recursive: true, force: true })
      }
    },
  }
  folder.write(files)
  return folder
}

export async function importDocs(
  server: Pick<TestServer, 'endpoint' | 'space' | 'token'>,
  folder: Pick<DocsFolder, 'path'>,
  options: Partial<FolderOptions> = {},
): Promise<DocsImport> {
  const events: FolderEvent[] = []
  const report = await importFolder({
    endpoint: server.endpoint,
    token: server.token,
    spaceId: server.space.key,
    parentId: server.space.homepageId,
    paths: [folder.path],
    workingFolder: folder.path,
    firstDelayMs: 1,
    maxAttempts: 10,
    // Most test folders have a README, whose page tests expect below the homepage.
    frontPage: 'no',
    onEvent: (event) => events.push(event),
    ...options,
  })
  const pages = events.filter((event) => event.type === 'page')
  return {
    report,
    events,
    pages: Object.fromEntries(pages.map((page) => [page.file, page])),
    warnings: events.flatMap((event) =>
      event.type === 'warning' ? [`${event.file}:${event.line} ${event.code}`] : [],
    ),
  }
}
