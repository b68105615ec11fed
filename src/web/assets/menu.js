/** Closes the menus of a page when somebody is done with them; opening needs no script. @module */

function openMenus() {
  return document.querySelectorAll('details.menu[open], .page-menu > details[open]')
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
