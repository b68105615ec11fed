/** Notices of the client about files, in addition to the service's warnings. @module */
import type { AnswerWarning } from '../contract/answers.ts'

const lost = (message: string) => ({ severity: 'lost', message }) as const
const changed = (message: string) => ({ severity: 'changed', message }) as const
const note = (message: string) => ({ severity: 'note', message }) as const

/** @param fate What happened to it; the message says this after a colon. */
const hidden = (what: string, fate: string, purpose: string) =>
  lost(
    `${what} is not read, as a part of its path starts with a dot${fate}. To ${purpose}, move it to a path without a dot.`,
  )
const ignored = (what: string, fate: string, purpose: string) =>
  lost(`${what} is not read, as Git ignores it${fate}. To ${purpose}, name it in --allow-ignored.`)

const rows = {
  'anchor-missing': lost('That file has no heading “…”: the link leads to the top of its page.'),
  'draft-left-out': note('This file was left out: its front matter says `…`.'),
  'file-moved': note('This file was … before.'),
  'order-left': note('Pages below this one may stand in another order: …'),
  'file-not-fetched': lost(
    'The file … is a pointer of Git LFS: the link was left as it is written. Run `git lfs pull` before the import.',
  ),
  'file-too-large': lost(
    'The file … is too large to be attached, alone or with the others of its page: the link was left as it is written. Raise --max-file, or say with --source-url where it can be seen.',
  ),
  'folder-unreadable': lost('This folder cannot be read and was left out: …'),
  'format-left-out': lost(
    'This page is written in reStructuredText, and was left out. Only Markdown is read.',
  ),
  'front-page-kept': note('This file has a page of its own. …'),
  'front-matter-ignored': changed('The field `…` has a value of the wrong kind and was ignored.'),
  'front-matter-repaired': note(
    'The front matter is not valid (…): its plain fields were read line by line.',
  ),
  'history-missing': note(
    'This clone has no Git history, so renamed files are found only by their text and title. A full clone (fetch-depth: 0) finds them all.',
  ),
  'header-lost': lost('This header of mark is not read: …'),
  'image-hidden': hidden('The image …', ': it was left as it is written', 'publish it'),
  'image-ignored': ignored('The image …', ': it was left as it is written', 'publish it'),
  'image-missing': lost('There is no file …: the image was left as it is written.'),
  'image-not-fetched': lost(
    'The file … is a pointer of Git LFS: the image was left as it is written. Run `git lfs pull` before the import.',
  ),
  'image-outside': lost(
    'The image … lies outside the repository and was left as it is written. Copy it into the repository.',
  ),
  'image-too-large': lost(
    'The image … is too large for one request: its description stands there instead. Make it smaller.',
  ),
  'image-unreadable': lost('The file … cannot be read: the image was left as it is written.'),
  'image-unsupported': lost(
    'The file … is no PNG, JPEG, GIF, WebP, AVIF or SVG: the image was left as it is written.',
  ),
  'include-hidden': hidden('The file …', ': the line that includes it was left out', 'publish it'),
  'include-ignored': ignored(
    'The file …',
    ': the line that includes it was left out',
    'publish it',
  ),
  'include-missing': lost(
    'There is no file … to include: the line was left out, or left as it is written in code.',
  ),
  'include-too-much': lost(
    'This page takes more than … from other files and from the configuration: the rest was left out.',
  ),
  'include-outside': lost(
    'The file … lies outside the repository: the line that includes it was left out. Copy it into the repository.',
  ),
  'label-changed': note('The label …: labels are made of letters, digits and -_+/ only.'),
  'link-missing': lost('There is no file …: the link was left as it is written.'),
  'link-not-imported': lost('The page of … was not imported: the link was left as it is written.'),
  'link-outside': lost('The file … is not imported: the link was left as it is written.'),
  'link-to-site': changed('There is no file …: the link leads to the site itself.'),
  'link-to-source': changed('The file … is no page: the link leads to its source.'),
  'litter-left-out': note(
    'No site shows this file, which is for those who work on the repository: it was left out. To import it, name its path beside that of its folder, or list it in the navigation.',
  ),
  'modules-left-out': lost(
    'The site takes content from modules that are not in this tree, which was left out: …',
  ),
  'navigation-in-part': note(
    'Parts of the navigation are a program, which is not run: the pages they list follow the others.',
  ),
  'navigation-missing': note('The navigation lists this file…, but there is none.'),
  'navigation-not-read': note(
    'The navigation was not read (…): pages stand by their folders, front matter and names.',
  ),
  'page-empty': note('There is no text in this file: its page shows …'),
  'parent-circle': changed(
    '`parent: …` leads back to this page: its folder decides where the page is.',
  ),
  'parent-missing': changed(
    '`parent: …` names no page of this import: its folder decides where the page is.',
  ),
  'part-left-out': note('This file is a part of other pages or of the site, and was left out.'),
  'reading-ended': changed(
    'This file takes longer than … to read with its dialect: it was sent as plain Markdown.',
  ),
  'reading-failed': changed(
    'This file could not be read with its dialect (…): it was sent as plain Markdown. Please report it.',
  ),
  'site-root-guessed': note('Links that begin with …, where most of them have files.'),
  'settings-computed': changed(
    'The configuration is a program, which is not run. These settings are no plain values and were not read: …',
  ),
  'settings-hidden': hidden('The configuration …', '', 'have it read'),
  'settings-ignored': ignored('The configuration …', '', 'have it read'),
  'settings-not-read': changed(
    "The configuration was not read (…): the generator's defaults are used.",
  ),
  'settings-outside': lost(
    'The configuration … is not read, as it lies outside the repository. Copy it into the repository.',
  ),
  'syntax-left-out': lost('… is not supported and was left out.'),
  'syntax-shown': changed(
    '… is not supported and shown as written. Write Markdown instead, or put backquotes around it to show it as code.',
  ),
  'symlink-broken': lost('This symbolic link leads to nothing that can be read, and was left out.'),
  'symlink-cycle': note(
    'This symbolic link leads back to a folder that it is in, and was left out.',
  ),
  'symlink-hidden': hidden(
    'This symbolic link leads to …, which',
    ': it was left out',
    'publish it',
  ),
  'symlink-ignored': ignored(
    'This symbolic link leads to …, which',
    ': it was left out',
    'publish it',
  ),
  'symlink-outside': lost(
    'This symbolic link leads out of the repository, to …, and was left out.',
  ),
  'template-opened': changed('… is not evaluated: all that it holds is on the page.'),
  'template-shown': changed('… cannot be evaluated: shown as written.'),
  'title-changed': changed('The title …: two pages below one page cannot have the same title.'),
  'title-shortened': changed('The title has … characters, more than 255: it was cut.'),
  'version-left-out': note(
    'The version … of the docs was left out; --docs-version chooses another one.',
  ),
}

export type NoticeCode = keyof typeof rows

/** Severity and sentence of each code; `…` stands for a detail. */
export const noticeTable: Readonly<
  Record<NoticeCode, { readonly severity: AnswerWarning['severity']; readonly message: string }>
> = rows

export interface Notice {
  readonly code: NoticeCode
  readonly severity: AnswerWarning['severity']
  readonly message: string
  /** Counted from 1; 0 when the notice is about no line. */
  readonly line: number
}

/** @param detail Replaces the `…`. */
export function wordNotice(code: NoticeCode, detail: string, line = 0): Notice {
  const { severity, message } = noticeTable[code]
  return { code, severity, message: message.replace('…', () => detail), line }
}
