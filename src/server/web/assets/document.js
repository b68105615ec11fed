/** Enhancements of documents, which can be read without them. @module */

/* Leads to a heading by its name alone, as links from other sites have it: `#install` for `#h-install`. */

/** Prefixes of the renderer for headings and for anchors. */
const prefixes = ['h-', 'a-']

function lead() {
  const name = nameOf(location.hash)
  if (name === '' || document.getElementById(name) !== null) return
  const id = prefixes
    .map((prefix) => prefix + name)
    .find((candidate) => document.getElementById(candidate))
  // Replaces the history entry without a target, so that Back leaves the page.
  if (id !== undefined) location.replace(`#${encodeURIComponent(id)}`)
}

function nameOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

addEventListener('hashchange', lead)
lead()

/* Tabs: one is always open, arrow keys move along, and what is chosen once is chosen on all of the page. */

const tabs = [...document.querySelectorAll('.tabs > details')]
const labelOf = (tab) => tab.querySelector(':scope > summary').textContent

/** Opens all tabs with this label, and keeps the clicked one in place on the screen. */
function choose(chosen) {
  const place = () => chosen.querySelector('summary').getBoundingClientRect().top
  const before = place()
  for (const tab of tabs) if (labelOf(tab) === labelOf(chosen)) tab.open = true
  scrollBy({ top: place() - before, behavior: 'instant' })
}

for (const tab of tabs) {
  const summary = tab.querySelector(':scope > summary')
  summary.addEventListener('click', (event) => {
    event.preventDefault()
    choose(tab)
  })
  summary.addEventListener('keydown', ({ key }) => {
    const by = { ArrowLeft: 'previousElementSibling', ArrowRight: 'nextElementSibling' }[key]
    const next = by && tab[by]
    if (!next) return
    next.querySelector('summary').focus()
    choose(next)
  })
}

/* An image opens at its own size, by click or key; links of images keep leading on. */

/** Smaller images are symbols within text. */
const minSize = 64

for (const image of document.querySelectorAll('.document img')) {
  if (image.closest('a') !== null) continue
  // Lazily loaded images have no size yet.
  if (image.naturalWidth > 0) offer(image)
  else image.addEventListener('load', () => offer(image), { once: true })
}

function offer(image) {
  const size = Math.max(image.naturalWidth, image.naturalHeight)
  if (size < minSize) return
  image.tabIndex = 0
  image.role = 'button'
  image.ariaLabel = image.alt === '' ? 'Enlarge the image' : `Enlarge: ${image.alt}`
  image.classList.add('enlargeable')
  image.addEventListener('click', () => show(image))
  image.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    show(image)
  })
}

function show({ src, alt }) {
  const dialog = document.createElement('dialog')
  dialog.className = 'image-view'
  dialog.ariaLabel = alt === '' ? 'Image' : alt
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Close'
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  image.alt = alt
  image.src = src
  dialog.append(button, image)
  dialog.addEventListener('click', () => dialog.close())
  // Closing returns the focus to the image.
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/*
 * The frame of a diagram gets the height that its page asks for, and the next time at once: frames are
 * drawn only when they come near, and what stands below them is not to move then.
 */

const maxHeight = 2000

/** The same diagram has the same height at about the same width. */
function diagramName({ src, clientWidth }) {
  let sum = 0
  for (const letter of src) sum = (sum * 31 + letter.charCodeAt(0)) | 0
  return `markport-diagram:${sum}:${src.length}:${Math.round(clientWidth / 50)}`
}

function setHeight(frame, height) {
  frame.style.height = `${Math.min(Math.ceil(height), maxHeight)}px`
}

// Storage may be blocked.
function rememberedHeight(frame) {
  try {
    return Number(sessionStorage.getItem(diagramName(frame)))
  } catch {
    return 0
  }
}

function rememberHeight(frame, height) {
  try {
    sessionStorage.setItem(diagramName(frame), String(height))
  } catch {}
}

for (const frame of document.querySelectorAll('.diagram > iframe')) {
  const height = rememberedHeight(frame)
  if (height >= 1) setHeight(frame, height)
}

addEventListener('message', ({ source, data }) => {
  const height = Number(data?.diagramHeight)
  if (!(height >= 1)) return
  for (const frame of document.querySelectorAll('.diagram > iframe')) {
    if (frame.contentWindow !== source) continue
    setHeight(frame, height)
    rememberHeight(frame, height)
  }
})

/*
 * Marks what a search found on the page that it leads to: the words of `q` in the address, as the search
 * itself takes words for the same. Nothing of the document is changed.
 */

const maxMarks = 2_000
const isRun =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

const address = new URL(location.href)
const searchedWords = wordsIn(address.searchParams.get('q') ?? '').map(({ text }) => text)
const documentElement = document.querySelector('.document')
if (searchedWords.length > 0 && documentElement !== null && 'highlights' in CSS) {
  CSS.highlights.set('found', new Highlight(...rangesIn(documentElement)))
  // So that links copied from the address bar carry no search.
  address.searchParams.delete('q')
  history.replaceState(history.state, '', address)
}

function rangesIn(root) {
  const ranges = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && ranges.length < maxMarks) {
    const node = texts.currentNode
    for (const { text, start, end } of wordsIn(node.data)) {
      const hit = searchedWords
        .map((word) => hitIn(text, word))
        .find((match) => match !== undefined)
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

/** Longer words match beginnings of words; scripts without spaces match anywhere. */
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
