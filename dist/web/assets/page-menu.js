// Closes the menu of a page as people expect of one: by Escape, a click beside it, and when it is left.

const menu = document.querySelector('.page-menu > details')

menu.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary').focus()
})
document.addEventListener('click', (event) => {
  if (!menu.contains(event.target)) menu.open = false
})
menu.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget !== null && !menu.contains(relatedTarget)) menu.open = false
})
