// Gives the document all of the window's width, where the reader chose that. Not a module: it runs
// before the page is shown, so that the page does not jump.
{
  const name = 'markport-full-width'
  const root = document.documentElement

  // A browser may refuse to keep anything; then the choice lasts as long as the page.
  const read = () => {
    try {
      return localStorage.getItem(name) === 'true'
    } catch {
      return false
    }
  }
  const keep = (isFull) => {
    try {
      localStorage.setItem(name, String(isFull))
    } catch {}
  }

  root.classList.toggle('full-width', read())
  document.addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('button[data-full-width]')
    const say = () => button.setAttribute('aria-pressed', root.classList.contains('full-width'))
    say()
    button.hidden = false
    button.addEventListener('click', () => {
      keep(root.classList.toggle('full-width'))
      say()
    })
  })
}
