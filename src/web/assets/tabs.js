// Tabs: one is always open, arrow keys move along, and what is chosen once is chosen on all of the page.

const tabs = [...document.querySelectorAll('.tabs > details')]
const labelOf = (tab) => tab.querySelector(':scope > summary').textContent

/** Opens the tabs of a label; the place that was chosen stays where it is on the screen. */
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
