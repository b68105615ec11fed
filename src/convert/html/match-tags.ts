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
  /** Start tags that open an element. */
  readonly opening: ReadonlySet<number>
  /** End tags that close one. */
  readonly closing: ReadonlySet<number>
  /** Start tags of blocks that nothing closes. */
  readonly unclosed: ReadonlySet<number>
}

interface Block {
  readonly name: string
  readonly index: number
  /** Tags for formatting that are open inside it. */
  readonly open: { readonly name: string; readonly index: number }[]
  readonly counts: Map<string, number>
}

/**
 * Find which tags open and close elements.
 * @param tokens The tokens of siblings; `undefined` stands for anything but HTML.
 */
export function matchTags(tokens: readonly (HtmlToken | undefined)[]): TagPairs {
  const matcher = new Matcher()
  for (const [index, token] of tokens.entries()) {
    if (token?.kind === 'open') matcher.open(token.name, index)
    else if (token?.kind === 'close') matcher.close(token.name, index)
  }
  return matcher.finish()
}

class Matcher {
  readonly #blocks: Block[] = [newBlock('', -1)]
  readonly #openBlocks = new Map<string, number>()
  readonly #endsBefore = new Map<number, number>()
  readonly #opening = new Set<number>()
  readonly #closing = new Set<number>()
  readonly #unclosed = new Set<number>()

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
    this.#opening.add(index)
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
      this.#closing.add(index)
    }
  }

  finish(): TagPairs {
    while (this.#blocks.length > 1) this.#leaveUnclosed()
    return {
      endsBefore: this.#endsBefore,
      opening: this.#opening,
      closing: this.#closing,
      unclosed: this.#unclosed,
    }
  }

  #closeInline(name: string, index: number): void {
    const { open, counts } = this.#top()
    if ((counts.get(name) ?? 0) === 0) return
    for (;;) {
      const last = open.pop() as Block['open'][number]
      counts.set(last.name, (counts.get(last.name) as number) - 1)
      // The others in between have no end in this element, so they are text.
      if (last.name !== name) continue
      this.#opening.add(last.index)
      this.#closing.add(index)
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
    if (findElementRule(name)?.hasOptionalEnd !== true) this.#unclosed.add(index)
  }
}

function newBlock(name: string, index: number): Block {
  return { name, index, open: [], counts: new Map() }
}
