// The widths that a reader chose: of the tree, and whether the document has all of the window's; and that
// there are scripts. Not a module: it runs before the page is shown, so that the page does not jump.
{
  const root = document.documentElement
  root.classList.add('scripted')
  const [fullWidth, treeWidth] = ['markport-full-width', 'markport-tree-width']
  const [least, most, step] = [200, 480, 16]

  // Storage may be blocked; then the choice lasts as long as the page.
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const keep = (name, value) => {
    try {
      if (value === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, String(value))
    } catch {}
  }

  const bounded = (pixels) => Math.round(Math.min(most, Math.max(least, pixels)))
  const setTree = (pixels) => root.style.setProperty('--sidebar', `${pixels}px`)

  const width = Number(read(treeWidth))
  if (width > 0) setTree(bounded(width))
  root.classList.toggle('full-width', read(fullWidth) === 'true')

  /** Drags the tree's edge by pointer or arrow keys; a double click resets it. */
  const makeMovable = (edge) => {
    const widthNow = () => edge.parentElement.getBoundingClientRect().width
    const say = () => edge.setAttribute('aria-valuenow', Math.round(widthNow()))
    const move = (pixels) => {
      setTree(bounded(pixels))
      keep(treeWidth, bounded(pixels))
      say()
    }
    edge.hidden = false
    say()
    edge.addEventListener('pointerdown', (event) => {
      edge.setPointerCapture(event.pointerId)
      edge.classList.add('dragging')
    })
    edge.addEventListener('pointermove', (event) => {
      if (edge.hasPointerCapture(event.pointerId)) move(event.clientX)
    })
    edge.addEventListener('pointerup', () => edge.classList.remove('dragging'))
    edge.addEventListener('dblclick', () => {
      root.style.removeProperty('--sidebar')
      keep(treeWidth, undefined)
      say()
    })
    edge.addEventListener('keydown', ({ key }) => {
      const by = { ArrowLeft: -step, ArrowRight: step }[key]
      if (by !== undefined) move(widthNow() + by)
    })
  }

  const makeSwitch = (button) => {
    const say = () => button.setAttribute('aria-pressed', root.classList.contains('full-width'))
    say()
    button.hidden = false
    button.addEventListener('click', () => {
      keep(fullWidth, root.classList.toggle('full-width'))
      say()
    })
  }

  document.addEventListener('DOMContentLoaded', () => {
    for (const edge of document.querySelectorAll('.resizer')) makeMovable(edge)
    for (const button of document.querySelectorAll('button[data-full-width]')) makeSwitch(button)
  })
}
