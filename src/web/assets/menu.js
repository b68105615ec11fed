/** Closes the menus of a page when somebody is done with them, and takes drafts away at signing out. @module */

function openMenus() {
  return document.querySelectorAll('details.menu[open]')
}

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) {
    if (!menu.contains(target) || target.closest('a')) menu.open = false
  }
})

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement)
    menu.open = false
    if (hadFocus) menu.querySelector('summary').focus()
  }
})

// Whoever goes on by keyboard must see where they are.
document.addEventListener('focusin', ({ target }) => {
  for (const menu of openMenus()) {
    if (!menu.contains(target)) menu.open = false
  }
})

// Others may use this computer next: drafts of the import form go with whoever signs out.
document.querySelector('form[action="/sign-out"]')?.addEventListener('submit', () => {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith('markport-page-draft:') || name === 'markport-imported') {
      sessionStorage.removeItem(name)
    }
  }
})
