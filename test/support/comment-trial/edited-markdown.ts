/** A Markdown document with a commented phrase, before and after random edits. @module */

export const phraseStart = '\uE000'
export const phraseEnd = '\uE001'

export interface EditedMarkdown {
  readonly before: string
  readonly after: string
}

const edits = 4
const fence = /^\s*(```|~~~)/

export function editedMarkdown(markdown: string, random: () => number): EditedMarkdown | undefined {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item
  const blocks = blocksOf(markdown)
  const paragraphs = blocks.flatMap((block, index) =>
    !/^\s*(```|~~~|\||<|#|\[)/.test(block) && /[A-Za-z]{3,} [A-Za-z]{3,}/.test(block)
      ? [index]
      : [],
  )
  if (blocks.length < 6 || paragraphs.length === 0) return undefined
  const chosen = pick(paragraphs)
  const block = blocks[chosen] as string
  const phrase = pick([...block.matchAll(/[A-Za-z]{3,}( [A-Za-z]{2,}){0,2}/g)])
  const end = phrase.index + phrase[0].length
  blocks[chosen] =
    block.slice(0, phrase.index) + phraseStart + phrase[0] + phraseEnd + block.slice(end)
  const edited = [...blocks]
  for (let done = 0; done < edits; done += 1) editOnce(edited, random, pick)
  return { before: blocks.join('\n\n'), after: edited.join('\n\n') }
}

function editOnce(
  blocks: string[],
  random: () => number,
  pick: <Item>(items: readonly Item[]) => Item,
): void {
  const kind = random()
  const index = Math.floor(random() * blocks.length)
  if (kind < 0.3) {
    blocks.splice(index, 0, pick(blocks).replaceAll(phraseStart, '').replaceAll(phraseEnd, ''))
  } else if (kind < 0.45 && blocks.length > 3) {
    blocks.splice(index, 1)
  } else if (kind < 0.6 && blocks.length > 3) {
    const moved = blocks.splice(index, 1)
    blocks.splice(Math.floor(random() * blocks.length), 0, ...moved)
  } else {
    const commented = blocks.findIndex((block) => block.includes(phraseStart))
    const changed = random() < 0.5 && commented >= 0 ? commented : index
    blocks[changed] = withOtherWord(blocks[changed] as string, pick)
  }
}

function withOtherWord(block: string, pick: <Item>(items: readonly Item[]) => Item): string {
  const [start, end] = [block.indexOf(phraseStart), block.indexOf(phraseEnd)]
  const words = [...block.matchAll(/[A-Za-z]{4,}/g)].filter(
    (word) => start < 0 || word.index > end || word.index + word[0].length <= start,
  )
  if (words.length === 0 || fence.test(block)) return block
  const word = pick(words)
  const other = `changed${word.index % 99}`
  return block.slice(0, word.index) + other + block.slice(word.index + word[0].length)
}

function blocksOf(markdown: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let isCode = false
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (fence.test(line)) isCode = !isCode
    if (isCode || line.trim() !== '') {
      block.push(line)
    } else if (block.length > 0) {
      blocks.push(block.join('\n'))
      block = []
    }
  }
  return block.length > 0 ? [...blocks, block.join('\n')] : blocks
}
