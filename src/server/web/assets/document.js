/** Enhancements of documents, which can be read without them. @module */

/* Links from other sites name a heading without our prefix: `#install` opens `#h-install`. */

function lead() {
  const name = location.hash.slice(1)
  const [id] = [`h-${name}`, `a-${name}`].filter((id) => findById(id) !== null)
  // Replaces the history entry without a target, so that Back leaves the page.
  if (name !== '' && findById(name) === null && id !== undefined) location.replace(`#${id}`)
}

function findById(encodedId) {
  try {
    return document.getElementById(decodeURIComponent(encodedId))
  } catch {
    return null
  }
}

addEventListener('hashchange', lead)
lead()

/* Tabs: one is always open, arrow keys move between them, and a choice applies to the whole page. */

const tabs = [...document.querySelectorAll('.tabs > details')]
const labelOf = (tab) => tab.querySelector(':scope > summary').textContent

/** Opens all tabs with this label, and keeps the clicked one in place on the screen. */
function choose(clickedTab) {
  const place = () => clickedTab.querySelector('summary').getBoundingClientRect().top
  const before = place()
  for (const tab of tabs) if (labelOf(tab) === labelOf(clickedTab)) tab.open = true
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
