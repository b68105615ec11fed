// Comfort for readers; everything works without it. Trees open in place, the outline follows the
// reader.

/** Ask for a part of a tree level, as markup of this service's own. */
async function loadLevel(address) {
  const url = new URL(address)
  url.searchParams.set('part', '')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status}`)
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  return parsed.querySelector('ul')
}

function levelBelow(item) {
  return item.querySelector(':scope > ul')
}

async function toggle(link) {
  const item = link.closest('li')
  const isOpen = link.getAttribute('aria-expanded') === 'true'
  if (!isOpen && levelBelow(item) === null) {
    const level = await loadLevel(new URL(link.dataset.level, location.href))
    if (levelBelow(item) === null) item.append(level)
  }
  link.setAttribute('aria-expanded', String(!isOpen))
  levelBelow(item).hidden = isOpen
}

async function showMore(link) {
  const item = link.closest('li')
  const level = item.parentElement
  const standing = new Map([...level.children].map((child) => [child.dataset.page, child]))
  // The way to the current page may stand there already, before its turn and with more opened.
  const added = [...(await loadLevel(link.href)).children].map(
    (child) => standing.get(child.dataset.page ?? '') ?? child,
  )
  item.replaceWith(...added)
  added[0]?.querySelector('a:not(.toggle)')?.focus()
}

const tree = document.querySelector('nav.tree')
const field = tree?.querySelector('[type="search"]')

let asked = 0
let found

/** Show the pages of the whole space that have all words in their names, in place of the tree. */
async function filterTree() {
  asked += 1
  const turn = asked
  const words = field.value.trim()
  let level
  if (words !== '') {
    await new Promise((resolve) => setTimeout(resolve, 150))
    if (turn !== asked) return
    const url = new URL(tree.dataset.level, location.href)
    url.searchParams.set('named', words)
    level = await loadLevel(url)
  }
  if (turn !== asked) return
  found?.remove()
  found = level
  if (level !== undefined) tree.querySelector('.sidebar-body').append(level)
  for (const part of tree.querySelectorAll('.sidebar-body > :not([data-said])')) {
    part.hidden = level !== undefined
  }
  tree.querySelector('[role="status"]').textContent = level?.dataset.said ?? ''
}

field?.addEventListener('input', filterTree)

// Up and down lead from the field through the pages that are shown.
tree?.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [field, ...tree.querySelectorAll('.row > a:last-child')].filter((one) =>
    one.checkVisibility(),
  )
  const at = stops.indexOf(document.activeElement)
  const next = stops[at + step]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
})

tree?.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  if (link === null || !isPlain) return
  const act = link.matches('.toggle') ? toggle : link.matches('.more > a') ? showMore : undefined
  if (act === undefined) return
  event.preventDefault()
  // Without an answer the link itself still leads somewhere.
  act(link).catch(() => location.assign(link.href))
})

/** Scroll the tree or the outline, but not the page, as far as it hides an entry. */
function keepInView(entry) {
  const box = entry.closest('.sidebar-body, nav')
  const { top, bottom } = entry.getBoundingClientRect()
  const edges = box.getBoundingClientRect()
  const isHidden = top < edges.top || bottom > edges.bottom
  if (isHidden) box.scrollTop += (top + bottom) / 2 - (edges.top + edges.bottom) / 2
}

const currentPage = document.querySelector('nav.tree a[aria-current]')
if (currentPage !== null) keepInView(currentPage)

function sectionQuery(link, section) {
  const query = new URLSearchParams(link.search)
  query.set('section', section)
  return query
}

const outlineLinks = new Map(
  [...document.querySelectorAll('nav.outline a')].map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
)
if (outlineLinks.size > 0) {
  const headings = [...outlineLinks.keys()]
    .map((id) => document.getElementById(id))
    .filter((heading) => heading !== null)
  const now = document.querySelector('.localbar .now')
  const report = document.querySelector('.page-menu a[href*="/reports/"]')
  let isAsked = false
  let shown
  const follow = () => {
    isAsked = false
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 160)
    const current = passed.at(-1) ?? headings[0]
    for (const [id, link] of outlineLinks) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (current === shown) return
    shown = current
    // What is reported is mostly what stands on the screen.
    if (report !== null && passed.length > 0) report.search = sectionQuery(report, current.id)
    if (now !== null) now.textContent = passed.length === 0 ? '' : (current?.textContent ?? '')
    keepInView(outlineLinks.get(current.id))
  }
  const ask = () => {
    if (!isAsked) requestAnimationFrame(follow)
    isAsked = true
  }
  addEventListener('scroll', ask, { passive: true })
  follow()
}

// Where the outline is a drawer, it has done its work with a choice.
document.querySelector('nav.outline')?.addEventListener('click', ({ target, currentTarget }) => {
  if (target.closest('a') && currentTarget.matches(':popover-open')) currentTarget.hidePopover()
})
