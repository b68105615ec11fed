/** What the client itself has to say about files, beside the service's warnings. @module */
import type { AnswerWarning } from '../importing/contract.ts'

/** Each code with the sentence that people read; `…` stands for a detail. */
export const noticeMessages = {
  'anchor-missing': 'That file has no heading named …: the link leads to the top of its page.',
  'draft-left-out': 'This file was left out: its front matter says `…`.',
  'file-moved': 'This file was … before.',
  'folder-unreadable': 'This folder cannot be read and was left out: …',
  'front-matter-ignored': 'The field `…` has no value of its kind, and was ignored.',
  'front-matter-repaired':
    'The front matter cannot be read whole (…): its plain fields were read line by line.',
  'image-missing': 'There is no file …: the image was left as it is written.',
  'image-outside': 'The image … lies outside the repository and was left as it is written.',
  'image-too-large':
    'No request can hold the image …: its description stands there instead. Make it smaller.',
  'image-unreadable': 'The file … cannot be read: the image was left as it is written.',
  'image-unsupported':
    'The file … is no PNG, JPEG, GIF, WebP, AVIF or SVG: the image was left as it is written.',
  'include-missing': 'There is no file … to include: the line was left as it is written.',
  'include-outside':
    'The file … lies outside the repository: the line that includes it was left as it is written.',
  'label-changed': 'The label …: labels are made of letters, digits and -_+/ only.',
  'link-missing': 'There is no file …: the link was left as it is written.',
  'link-not-imported': 'The page of … was not imported: the link was left as it is written.',
  'link-outside': 'The file … is not imported: the link was left as it is written.',
  'link-to-source': 'The file … is no page: the link leads to its source.',
  'link-unmended':
    'This page links to pages that were not imported, and the links could not be taken out: …',
  'navigation-in-part':
    'Parts of the navigation are a program, and none is run: what they list follows the other pages.',
  'navigation-not-read':
    'The navigation was not read (…): pages stand by their folders, front matter and names.',
  'page-empty': 'There is no text in this file: its page shows …',
  'page-left':
    'The title or place of this file has changed, which makes a new page; the old one stays at …',
  'parent-circle': '`parent: …` leads back to this page: it stands where its folder puts it.',
  'parent-missing':
    '`parent: …` names no page of this import: the page stands where its folder puts it.',
  'part-left-out': 'This file is a part of other pages or of the site, and was left out.',
  'syntax-shown': 'Nothing reads … here: it is shown as it is written.',
  'symlink-broken': 'This symbolic link leads to nothing that can be read, and was left out.',
  'symlink-cycle': 'This symbolic link leads back to a folder that it is in, and was left out.',
  'symlink-outside': 'This symbolic link leads out of the repository, to …, and was left out.',
  'title-changed': 'The title …: no two pages below one can have the same.',
  'title-shortened': 'The title has … characters, and one may have 255: it was cut.',
} as const

export type NoticeCode = keyof typeof noticeMessages

/** What each means for readers of the page, as the conversion's own warnings say it. */
const noticeSeverities: Readonly<Record<NoticeCode, AnswerWarning['severity']>> = {
  'anchor-missing': 'lost',
  'draft-left-out': 'note',
  'file-moved': 'note',
  'folder-unreadable': 'lost',
  'front-matter-ignored': 'changed',
  'front-matter-repaired': 'note',
  'image-missing': 'lost',
  'image-outside': 'lost',
  'image-too-large': 'lost',
  'image-unreadable': 'lost',
  'image-unsupported': 'lost',
  'include-missing': 'lost',
  'include-outside': 'lost',
  'label-changed': 'note',
  'link-missing': 'lost',
  'link-not-imported': 'lost',
  'link-outside': 'lost',
  'link-to-source': 'changed',
  'link-unmended': 'lost',
  'navigation-in-part': 'note',
  'navigation-not-read': 'note',
  'page-empty': 'note',
  'page-left': 'note',
  'parent-circle': 'changed',
  'parent-missing': 'changed',
  'part-left-out': 'note',
  'syntax-shown': 'changed',
  'symlink-broken': 'lost',
  'symlink-cycle': 'note',
  'symlink-outside': 'lost',
  'title-changed': 'changed',
  'title-shortened': 'changed',
}

export interface Notice {
  readonly code: NoticeCode
  readonly severity: AnswerWarning['severity']
  readonly message: string
  /** Line of the file from 1; 0 when it is not about a line. */
  readonly line: number
}

/**
 * Word a notice.
 * @param code Its code.
 * @param detail What stands for the `…`.
 * @param line Its line.
 */
export function wordNotice(code: NoticeCode, detail: string, line = 0): Notice {
  const severity = noticeSeverities[code]
  return { code, severity, message: noticeMessages[code].replace('…', () => detail), line }
}
