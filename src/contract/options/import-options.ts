/** Options of folder imports. @module */

import { namedRows, optionRow } from './option-rows.ts'
import {
  duration,
  endpoint,
  file,
  freeText,
  globs,
  pageId,
  reportFile,
  sizeOrZero,
  sourceUrl,
  textList,
  toggle,
  wholeNumber,
  wordOf,
} from './option-values.ts'

export const importRows = namedRows(
  {
    endpoint: optionRow(
      endpoint,
      'Address of the service, or the endpoint that `markport serve` prints.',
    ),
    space: optionRow(freeText('id'), 'Space to import into, by id or key.'),
    parent: optionRow(pageId, 'Id of the page to import below.'),
    tokenFile: optionRow(file, 'File with the API token, instead of MARKPORT_TOKEN.'),
    exclude: optionRow(
      textList('patterns'),
      'Files and folders to leave out, as in .gitignore, between commas.',
    ),
    allowIgnored: optionRow(
      textList('patterns'),
      'Files to import although Git ignores them, such as those a build made: patterns as in .gitignore from the top of the repository, between commas.',
      { isInFile: false },
    ),
    glob: optionRow(
      globs,
      'Files to import, as shell patterns such as guide/**, between commas; by default all.',
    ),
    dialect: optionRow(
      textList('names'),
      "Dialects of the files, such as mkdocs, mdx or obsidian; docs/trees.md lists them. By default the site's configuration tells.",
    ),
    docsVersion: optionRow(
      freeText('version'),
      'Version of Docusaurus docs to import, if there are several; by default the current one.',
    ),
    sourceUrl: optionRow(
      sourceUrl,
      'Address before the paths of files, where they can be seen, such as https://github.com/owner/name/blob/main/. By default the Git remote tells, on a known forge.',
    ),
    maxFile: optionRow(
      sizeOrZero,
      'Largest file to attach to a page that links to it; links to larger ones lead to their source. 0 attaches none.',
      { fallback: '4MiB' },
    ),
    previewFor: optionRow(
      duration,
      'How long a preview is kept after it was last sent: a minute to 30 days.',
      { fallback: '7d' },
    ),
    overwrite: optionRow(toggle, 'Leave existing pages alone; so does the variable set to false.', {
      fallback: 'true',
    }),
    frontPage: optionRow(
      wordOf('when', 'auto', 'no'),
      'Whether the README or index of the folder becomes the text of the homepage, if that is --parent: auto, unless somebody else has written it, or no.',
      { fallback: 'auto' },
    ),
    pageIds: optionRow(
      toggle,
      'Ignore ids of pages in files, as written for mark and md2conf; so does the variable set to false.',
      { fallback: 'true' },
    ),
    keepTitleHeading: optionRow(toggle, 'Keep the heading that repeats the title in the page.'),
    concurrency: optionRow(wholeNumber('count', 32), 'Pages sent at once: 1 to 32.', {
      fallback: '3',
    }),
    timeout: optionRow(
      duration,
      'Longest wait for one answer; twice as long for a service that cannot be reached.',
      { fallback: '30s' },
    ),
    fileTimeout: optionRow(
      duration,
      'Most processor time for one file; one that needs more is sent as plain Markdown.',
      { fallback: '10s' },
    ),
    source: optionRow(
      freeText('name'),
      'Name of the source that the pages belong to; by default the Git remote with the folder in it.',
    ),
    failOn: optionRow(
      textList('which'),
      'Warnings that fail the run, between commas: lost, changed, note or all; new stands for losses that the last import did not have. By default lost with --check, else none.',
    ),
    warnings: optionRow(
      wordOf('which', 'lost', 'all'),
      'Warnings to show one by one: lost (missing from the page), or all, also those of earlier imports.',
      { fallback: 'lost' },
    ),
    report: optionRow(
      reportFile,
      'Write a report for reviewers to a file: markdown and its name.',
      { isInFile: false },
    ),
  },
  { isInFile: true },
)
