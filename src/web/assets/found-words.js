/**
 * Marks what a search found on the page that it leads to: the words of `q` in the address, as the search
 * itself takes words for the same. Nothing of the document is changed.
 * @module
 */

const maxMarks = 2_000
const isRun =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

const address = new URL(location.href)
const asked = wordsIn(address.searchParams.get('q') ?? '').map(({ text }) => text)
const documentElement = document.querySelector('.document')
if (asked.length > 0 && documentElement !== null && 'highlights' in CSS) {
  CSS.highlights.set('found', new Highlight(...rangesIn(documentElement)))
  // What is copied from the address bar leads to the place alone.
  address.searchParams.delete('q')
  history.replaceState(history.state, '', address)
}

function rangesIn(root) {
  const ranges = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && ranges.length < maxMarks) {
    const node = texts.currentNode
    for (const { text, start, end } of wordsIn(node.data)) {
      const hit = asked.map((word) => hitIn(text, word)).find((found) => found !== undefined)
      if (hit === undefined) continue
      const isWhole = hit.length === text.length || text.length !== end - start
      const from = isWhole ? start : start + hit.at
      ranges.push(
        new StaticRange({
          startContainer: node,
          startOffset: from,
          endContainer: node,
          endOffset: isWhole ? end : from + hit.length,
        }),
      )
    }
  }
  return ranges
}

/** Longer words find those that start with them, and parts of a text without spaces are found anywhere. */
function hitIn(text, word) {
  if (isRun.test(word)) {
    const at = text.indexOf(word)
    return at === -1 ? undefined : { at, length: word.length }
  }
  const isHit = word.length < 3 ? text === word : text.startsWith(word)
  return isHit ? { at: 0, length: text.length } : undefined
}

function wordsIn(written) {
  return [...written.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    text: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function fold(word) {
  return word
    .normalize('NFKD')
    .replace(/(\p{sc=Latn})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
}
