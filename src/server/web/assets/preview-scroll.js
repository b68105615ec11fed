/**
 * Keeps the text of the import form and its preview at the same place: heading by heading, and in
 * proportion between them.
 * @module
 */

const content = document.getElementById('importContent')
const preview = document.getElementById('importPreview')

/** The side that the person scrolls; the other one follows. */
let leader = content

/** Only letters and digits: the page does not show Markdown's signs. */
function wordsOf(text) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Positions of each heading in the preview and in the text. */
function findMarks() {
  const headings = headingLines(content.value)
  const starts = []
  const marks = []
  for (const heading of preview.querySelectorAll(':is(h1, h2, h3, h4, h5, h6)[id]')) {
    const alike = headings.get(wordsOf(heading.textContent)) ?? []
    const last = starts.at(-1) ?? -1
    // The order is the same on both sides, so each line is passed once.
    while (alike.length > 0 && alike.at(-1) <= last) alike.pop()
    if (alike.length === 0) continue
    starts.push(alike.pop())
    marks.push(heading)
  }
  const heights = heightsOf(starts)
  const top = preview.getBoundingClientRect().top - preview.scrollTop
  return marks.map((heading, index) => ({
    text: heights[index],
    page: heading.getBoundingClientRect().top - top,
  }))
}

/** Offsets of heading lines by their words, the last one first. */
function headingLines(text) {
  const places = new Map()
  let start = 0
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) {
      const words = wordsOf(line)
      if (!places.has(words)) places.set(words, [])
      places.get(words).push(start)
    }
    start += line.length + 1
  }
  for (const starts of places.values()) starts.reverse()
  return places
}

/** Measures the heights of text before some offsets in one layout. */
function heightsOf(starts) {
  const mirror = document.createElement('div')
  mirror.className = 'editor-mirror'
  mirror.style.width = `${content.clientWidth}px`
  const places = starts.map(() => document.createElement('span'))
  starts.forEach((start, index) => {
    mirror.append(content.value.slice(starts[index - 1] ?? 0, start), places[index])
  })
  content.after(mirror)
  const heights = places.map((place) => place.offsetTop)
  mirror.remove()
  return heights
}

/** Longer texts scroll in proportion, because measuring would take too long. */
const maxLength = 200_000

let marks

function follow() {
  marks ??= content.value.length > maxLength ? [] : findMarks()
  const [from, to] = leader === content ? ['text', 'page'] : ['page', 'text']
  const follower = leader === content ? preview : content
  const ends = { [from]: rangeOf(leader), [to]: rangeOf(follower) }
  const within = marks.filter((mark) => mark[from] < ends[from] && mark[to] < ends[to])
  const all = [{ text: 0, page: 0 }, ...within, ends]
  const at = leader.scrollTop
  const next = all.findIndex((mark) => mark[from] >= at)
  const [before, after] = [all[Math.max(0, next - 1)], all[Math.max(0, next)]]
  const share =
    after[from] === before[from] ? 0 : (at - before[from]) / (after[from] - before[from])
  follower.scrollTop = before[to] + share * (after[to] - before[to])
}

function rangeOf(element) {
  return element.scrollHeight - element.clientHeight
}

for (const side of [content, preview]) {
  for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin']) {
    side.addEventListener(type, () => (leader = side), { passive: true })
  }
  side.addEventListener('scroll', () => {
    if (leader === side) requestAnimationFrame(follow)
  })
}

const forget = () => (marks = undefined)
new MutationObserver(forget).observe(preview, { childList: true, subtree: true })
preview.addEventListener('load', forget, { capture: true })
window.addEventListener('resize', forget)
