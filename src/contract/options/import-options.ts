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
      'Files that are taken though Git ignores them, such as what a build made: patterns as in .gitignore from the top of the repository, between commas.',
      { isInFile: false },
    ),
    glob: optionRow(
      globs,
      'Files to take, as patterns of shells such as guide/**, between commas; by default all.',
    ),
    titleFrom: optionRow(
      wordOf('where', 'heading', 'front-matter', 'file-name'),
      'Where titles are taken from: heading, front-matter or file-name; a file without one is called by its name. By default front matter, heading, navigation or name, the first that there is.',
    ),
    dialect: optionRow(
      textList('names'),
      'What the files are written in, such as mkdocs, mdx or obsidian: the dialects of docs/trees.md. By default the configuration of their site tells.',
    ),
    docsVersion: optionRow(
      freeText('version'),
      'Of several versions of the docs that Docusaurus keeps in one tree, the one to import; by default the current one.',
    ),
    sourceUrl: optionRow(
      sourceUrl,
      'Where the files of the repository can be seen: what stands before their paths, such as https://github.com/owner/name/blob/main/. By default the Git remote tells, on a known forge.',
    ),
    maxFile: optionRow(
      sizeOrZero,
      'Largest file that is attached to a page that links to it; links to larger ones lead to their source. 0 attaches none.',
      { fallback: '4MiB' },
    ),
    previewFor: optionRow(
      duration,
      'How long a preview is kept after it was last sent: a minute to 30 days.',
      { fallback: '7d' },
    ),
    overwrite: optionRow(
      toggle,
      'Leave pages that are there as they are; the variable set to false says the same.',
      { fallback: 'true' },
    ),
    frontPage: optionRow(
      wordOf('when', 'auto', 'no'),
      'Whether the README or index of the folder becomes the homepage of the space, where that is the page to import below: auto, if nobody else has written it, or no.',
      { fallback: 'auto' },
    ),
    pageIds: optionRow(
      toggle,
      'Leave ids of pages unread that files name, as for mark and md2conf; the variable set to false says the same.',
      { fallback: 'true' },
    ),
    keepTitleHeading: optionRow(toggle, 'Leave the heading that is the title in its page as well.'),
    concurrency: optionRow(wholeNumber('count', 1, 32), 'Pages sent at once: 1 to 32.', {
      fallback: '3',
    }),
    timeout: optionRow(
      duration,
      'Longest wait for one answer; a service that is away is waited for twice as long.',
      { fallback: '30s' },
    ),
    fileTimeout: optionRow(
      duration,
      'Longest work on one file, as processor time: one that takes longer is sent as plain Markdown.',
      { fallback: '10s' },
    ),
    source: optionRow(
      freeText('name'),
      'Name of the source that the pages belong to; by default the Git remote with the folder in it.',
    ),
    failOn: optionRow(
      textList('which'),
      'Warnings that the run fails for, between commas: codes, lost, changed, note or all; new is those alone that no import has told. By default lost with --check, and none otherwise.',
    ),
    warnings: optionRow(
      wordOf('which', 'lost', 'all', 'none'),
      'Warnings that are shown one by one: lost, for what readers will not find, all or none.',
      { fallback: 'lost' },
    ),
    report: optionRow(
      reportFile,
      'File to write what became of the pages to, for those who review a change: markdown and its name.',
      { isInFile: false },
    ),
    comment: optionRow(
      toggle,
      'Keep that report as a comment of the pull or merge request that the CI job is of, with the token in GITHUB_TOKEN or GITLAB_TOKEN.',
      { isInFile: false },
    ),
  },
  { isInFile: true },
)
