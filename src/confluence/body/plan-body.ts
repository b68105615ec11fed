/** Plans what a page's body is to be: the document, their edits and their comments brought together. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { RequestError } from '../../base/errors.ts'
import type { Message } from '../../isolation/frames.ts'
import { toRemoteDocument } from '../document/to-remote-document.ts'
import { siteKinds } from '../site-kinds.ts'
import type { BodyBlock, ReadBody } from './body-dialect.ts'
import { messageOfPlanned, wantedOf } from './body-work.ts'
import { type ChosenBlock, listEdits, mergeBlocks } from './edits.ts'
import { keepComments } from './keep-comments.ts'
import type { BodyWanted, PlannedBody } from './page-body.ts'

/**
 * Plan a body.
 * @throws {RangeError} When what is in Confluence nests too deep to be read.
 */
export function planBody(wanted: BodyWanted): PlannedBody {
  const dialect = siteKinds[wanted.kind].body
  const doc = toRemoteDocument(JSON.parse(wanted.adf) as AdfDoc, wanted)
  const oursBody = dialect.join(dialect.write(doc))
  const ours = dialect.read(oursBody)
  if (wanted.theirs === undefined) return newBody(oursBody, wanted)
  const theirs = dialect.read(wanted.theirs)
  const base = wanted.base === undefined ? undefined : dialect.read(wanted.base)
  const chosen =
    base !== undefined && wanted.edits === 'keep-theirs'
      ? mergeBlocks(base.blocks, theirs.blocks, ours.blocks)
      : ours.blocks.map((_, index): ChosenBlock => ({ from: 'ours', index }))
  const planned = chosen.map((block) => blockOf(block, ours, theirs))
  const body = keepComments({ dialect, doc, ours, theirs, chosen, comments: wanted.comments })
  const kept = new Set(dialect.read(body).markers.map(({ marker }) => marker))
  return {
    body,
    isSame: isEqual(planned, theirs.blocks),
    isSameText: textOf(planned) === textOf(theirs.blocks),
    edited:
      base === undefined
        ? []
        : listEdits(base.blocks, theirs.blocks, new Set(planned.map(({ canonical }) => canonical))),
    comments: wanted.comments.map((comment) => ({ ...comment, isKept: kept.has(comment.marker) })),
    nextBase: isEqual(planned, ours.blocks) ? undefined : oursBody,
  }
}

function newBody(body: string, { comments }: BodyWanted): PlannedBody {
  const lost = comments.map((comment) => ({ ...comment, isKept: false }))
  return { body, isSame: false, isSameText: false, edited: [], comments: lost, nextBase: undefined }
}

function blockOf({ from, index }: ChosenBlock, ours: ReadBody, theirs: ReadBody): BodyBlock {
  return (from === 'ours' ? ours : theirs).blocks[index] as BodyBlock
}

function textOf(blocks: readonly BodyBlock[]): string {
  return blocks.map(({ text }) => text.trim()).join('\n')
}

function isEqual(one: readonly BodyBlock[], other: readonly BodyBlock[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ canonical }, index) => canonical === other[index]?.canonical)
  )
}

/**
 * Plan a body in a worker.
 * @returns What `plannedOf` reads.
 * @throws {RequestError} `bad-request` when the page in Confluence cannot be read.
 */
export function planBodyTask(call: Message): Message {
  try {
    return messageOfPlanned(planBody(wantedOf(call)))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `The page in Confluence cannot be read: ${error.message}`
    throw new RequestError('bad-request', message, { cause: error })
  }
}
