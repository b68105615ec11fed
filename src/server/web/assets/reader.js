// Optional help for readers: trees open in place, and the outline follows the reader. All pages work
// without this script.

/** Loads part of a tree as markup of this service. */
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
  // Pages on the path to the current page may already be in the tree, with more levels open.
  const added = [...(await loadLevel(link.href)).children].map(
    (child) => standing.get(child.dataset.page ?? '') ?? child,
  )
  item.replaceWith(...added)
  added[0]?.querySelector('a:not(.toggle)')?.focus()
}

const tree = document.querySelector('nav.tree')

tree?.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  if (link === null || !isPlain) return
  const act = link.matches('.toggle') ? toggle : link.matches('.more > a') ? showMore : undefined
  if (act === undefined) return
  event.preventDefault()
  // If loading fails, follow the link.
  act(link).catch(() => location.assign(link.href))
})

/** Scrolls the tree or outline, not the page, to show an entry. */
function keepInView(entry) {
  const box = entry.closest('.sidebar-body, nav')
  const { top, bottom } = entry.getBoundingClientRect()
  const edges = box.getBoundingClientRect()
  const isHidden = top < edges.top || bottom > edges.bottom
  if (isHidden) box.scrollTop += (top + bottom) / 2 - (edges.top + edges.bottom) / 2
}

const currentPage = document.querySelector('nav.tree a[aria-current]')
if (currentPage !== null) keepInView(currentPage)

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
  let isAsked = false
  let currentEntry
  const follow = () => {
    isAsked = false
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 160)
    const current = passed.at(-1) ?? headings[0]
    for (const [id, link] of outlineLinks) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (current === currentEntry) return
    currentEntry = current
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

// On narrow screens the outline is a drawer, which closes after a choice.
document.querySelector('nav.outline')?.addEventListener('click', ({ target, currentTarget }) => {
  if (target.closest('a') && currentTarget.matches(':popover-open')) currentTarget.hidePopover()
})
