/** The files of a whole run, in the order in which they begin. @module */
import { globSync } from 'node:fs'

/** The longest files begin first, so that none of them keeps the run waiting at the end. */
export const longestFiles: readonly string[] = [
  'test/package.test.ts',
  'test/packed-versions.test.ts',
  'test/plan-apply.test.ts',
  'test/import-dry-run.test.ts',
  'test/hostile-repositories.test.ts',
  'test/following.test.ts',
  'test/hostile-requests.test.ts',
  'test/import-prune.test.ts',
  'test/search.test.ts',
  'test/late-deliveries.test.ts',
  'test/import-form.test.ts',
  'test/cli/cli.test.ts',
  'test/ci-jobs.test.ts',
  'test/import-sources.test.ts',
  'test/web-manage.test.ts',
  'test/agents.test.ts',
  'test/purge.test.ts',
  'test/page-names.test.ts',
  'test/reservations.test.ts',
  'test/import-form-browser.test.ts',
  'test/cli/backup.test.ts',
  'test/web-accessibility.test.ts',
  'test/import-folder.test.ts',
  'test/host-api.test.ts',
  'test/deliveries.test.ts',
  'test/cli/demo.test.ts',
  'test/reader-browser.test.ts',
  'test/late-commits.test.ts',
  'test/import-folder-upload.test.ts',
  'test/preview-connected.test.ts',
  'test/xss-browser.test.ts',
]

export function allFiles(root: string): string[] {
  const files = ['test/**/*.test.ts', 'src/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).sort(),
  )
  return [...new Set([...longestFiles, ...files])]
}
