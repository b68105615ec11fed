/** The files of a whole run, in the order in which they begin. @module */
import { globSync } from 'node:fs'

/** The longest files begin first, so that none of them keeps the run waiting at the end. */
export const longestFiles: readonly string[] = [
  'test/package.test.ts',
  'test/check.test.ts',
  'test/web-accessibility.test.ts',
  'test/import-form-browser.test.ts',
  'test/concurrency.test.ts',
  'test/following.test.ts',
  'test/hostile-repositories.test.ts',
  'test/xss-browser.test.ts',
  'test/reader-browser.test.ts',
  'test/import-form-files.test.ts',
  'test/import-folder-upload.test.ts',
  'test/plan-apply.test.ts',
  'src/folder/documents/failing-readers.test.ts',
  'src/server/workers/worker-pool.test.ts',
  'test/operation.test.ts',
  'test/import-dry-run.test.ts',
  'test/postgres-faults.test.ts',
  'test/deliveries.test.ts',
  'test/web-manage.test.ts',
  'test/reader-growth.test.ts',
  'test/cli/schema.test.ts',
  'test/cli/cli.test.ts',
  'test/cli/backup.test.ts',
  'test/import-connected.test.ts',
  'test/packed-versions.test.ts',
  'test/diagram-browser.test.ts',
  'test/edit-page-browser.test.ts',
  'test/reader-pages.test.ts',
  'test/hostile-requests.test.ts',
  'test/import-folder.test.ts',
  'test/import-prune.test.ts',
  'test/late-deliveries.test.ts',
]

export function allFiles(root: string): string[] {
  const files = ['test/**/*.test.ts', 'src/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).sort(),
  )
  return [...new Set([...longestFiles, ...files])]
}
