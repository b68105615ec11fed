/** Constructs of Azure DevOps wikis. @module */

import type { AnyConstruct, Construct } from '../construct.ts'
import { replaceContainers } from '../containers.ts'
import { mapText, replaceMatches } from '../line.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { diagramContainers } from '../shared/containers.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'

/** Does not match the number of a work item, `#123`. */
const headingMarks = /^( {0,3})(#{1,6}(?=[^\s#\d])|#{2,6}(?=\d))/

const closeHeadings: Construct = {
  name: 'heading without a space behind its marks',
  written: '#First steps',
  becomes: '# First steps',
  sign: /^ {0,3}#{1,6}[^\s#]/m,
  read: (lines) => mapText(lines, (text) => text.replace(headingMarks, '$1$2 ')),
}

/** A link's or image's address that is not that of an attachment, with what precedes it. */
const pageAddress =
  /(\]\(<?|^ {0,3}\[[^\][]{1,200}\]: *<?)(?![a-z][a-z\d+.-]{0,30}:|\/?\.attachments\/)([^\s<>]{1,2000})/gi
const inFileNames = /%(?=2D|3A|3C|3E|2A|3F|7C|22)/gi

/** In Azure's file names a hyphen stands for a space, and `%2D` for a hyphen. */
const pageAddresses: Construct = {
  name: 'address of a page that has percent signs in the name of its file',
  written: '[the set-up](/Guide/Set%2Dup)',
  becomes: '[the set-up](/Guide/Set%252Dup)',
  sign: /%(?:2D|3A|3C|3E|2A|3F|7C|22)/i,
  read: (lines) =>
    mapText(lines, (text) =>
      text.includes('%')
        ? replaceMatches(text, pageAddress, ([, before = '', address = '']) => {
            return before + address.replace(inFileNames, '%25')
          })
        : text,
    ),
}

const listOfPagesBelow: Construct = {
  name: 'list of the pages below',
  written: '[[_TOSP_]]\n\nSome words.',
  becomes: '\n\nSome words.',
  tells: 'syntax-left-out [[_TOSP_]]',
  sign: /\[\[_TOSP_\]\]/i,
  read: (lines, context) =>
    mapText(lines, (text, line) => {
      if (!/^\s*\[\[_TOSP_\]\]\s*$/i.test(text)) return text
      context.leaveOut('[[_TOSP_]]', line)
      return ''
    }),
}

/** https://learn.microsoft.com/azure/devops/project/wiki/markdown-guidance */
const mediaContainers: Construct = {
  name: 'film, or table of work items, which only the wiki can make',
  written: '::: query-table 1a2b\n:::\n\n::: video\n<https://example.org/film>\n:::',
  becomes: '\n\n<https://example.org/film>',
  tells: 'syntax-left-out ::: query-table',
  sign: /:::\s*(?:video|query-table)/,
  read: (lines, context) =>
    replaceContainers(lines, ({ name, content, line }) => {
      if (name === 'video') return { block: content }
      if (name !== 'query-table') return undefined
      context.leaveOut('::: query-table', line)
      return { block: [] }
    }),
}

export const azureConstructs: readonly AnyConstruct[] = [
  diagramContainers,
  mediaContainers,
  listOfPagesBelow,
  closeHeadings,
  pageAddresses,
  otherAlerts,
  embeds,
  pagePrograms,
]
