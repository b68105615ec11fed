/**
 * Pairs start and end tags, more strictly than browsers do: a tag for formatting counts only when
 * both its ends stand in the same block, so that `List<b>` in prose stays text.
 * @module
 */
import { findElementRule } from './html-elements.ts'
import type { HtmlToken } from './html-tokens.ts'

export interface TagPairs {
  /** How many elements end before the token at this index. */
  readonly endsBefore: ReadonlyMap<number, number>
  /** What the token at an index is; nothing for a tag that is shown as text. */
  readonly roles: readonly (TagRole | undefined)[]
}

/** It opens or closes an element, or opens a block that nothing closes. */
export type TagRole = 'opens' | 'closes' | 'opensUnclosed'

interface Block {
  readonly name: string
  readonly index: number
  /** Tags for formatting that are open inside it. */
  readonly open: { readonly name: string; readonly index: number }[]
  readonly counts: Map<string, number>
}

/**
 * Find which tags open and close elements.
 * @param tokens The tokens of siblings, and what stands between them.
 */
export function matchTags(
  tokens: readonly (HtmlToken | { readonly kind: 'markdown' })[],
): TagPairs {
  const matcher = new Matcher(tokens.length)
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as HtmlToken
    if (token.kind === 'open') matcher.open(token.name, index)
    else if (token.kind === 'close') matcher.close(token.name, index)
  }
  return matcher.finish()
}

class Matcher {
  readonly #blocks: Block[] = [newBlock('', -1)]
  readonly #openBlocks = new Map<string, number>()
  readonly #endsBefore = new Map<number, number>()
  readonly #roles: (TagRole | undefined)[]

  /** @param count How many tokens there are. */
  constructor(count: number) {
    this.#roles = new Array<TagRole | undefined>(count).fill(undefined)
  }

  open(name: string, index: number): void {
    const rule = findElementRule(name)
    if (rule === undefined || rule.kind === 'void') return
    if (rule.kind === 'inline') {
      const { open, counts } = this.#top()
      open.push({ name, index })
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return
    }
    let ended = 0
    while (rule.ends?.includes(this.#top().name)) {
      this.#pop()
      ended += 1
    }
    if (ended > 0) this.#endsBefore.set(index, ended)
    this.#blocks.push(newBlock(name, index))
    this.#openBlocks.set(name, (this.#openBlocks.get(name) ?? 0) + 1)
    this.#roles[index] = 'opens'
  }

  close(name: string, index: number): void {
    const rule = findElementRule(name)
    if (rule?.kind === 'inline') this.#closeInline(name, index)
    else if (rule?.kind === 'block' && (this.#openBlocks.get(name) ?? 0) > 0) {
      let ended = 0
      while (this.#top().name !== name) {
        this.#leaveUnclosed()
        ended += 1
      }
      if (ended > 0) this.#endsBefore.set(index, ended)
      this.#pop()
      this.#roles[index] = 'closes'
    }
  }

  finish(): TagPairs {
    while (this.#blocks.length > 1) this.#leaveUnclosed()
    return { endsBefore: this.#endsBefore, roles: this.#roles }
  }

  #closeInline(name: string, index: number): void {
    const { open, counts } = this.#top()
    if ((counts.get(name) ?? 0) === 0) return
    for (;;) {
      const last = open.pop() as Block['open'][number]
      counts.set(last.name, (counts.get(last.name) as number) - 1)
      // The others in between have no end in this element, so they are text.
      if (last.name !== name) continue
      this.#roles[last.index] = 'opens'
      this.#roles[index] = 'closes'
      return
    }
  }

  #top(): Block {
    return this.#blocks.at(-1) as Block
  }

  #pop(): Block {
    const block = this.#blocks.pop() as Block
    this.#openBlocks.set(block.name, (this.#openBlocks.get(block.name) as number) - 1)
    return block
  }

  #leaveUnclosed(): void {
    const { name, index } = this.#pop()
    if (findElementRule(name)?.hasOptionalEnd !== true) this.#roles[index] = 'opensUnclosed'
  }
}

function newBlock(name: string, index: number): Block {
  return { name, index, open: [], counts: new Map() }
}
