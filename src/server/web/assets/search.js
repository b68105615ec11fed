/**
 * Shows a dialog that suggests pages and sections during typing. Without this script, people search with
 * the form in the header. The pattern is https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 * @module
 */

const pauseMs = 120

const opener = document.querySelector('body > header form.search input')
const ownField = document.querySelector('.search-page input[type="search"]')
const dialog = opener === null ? undefined : searchDialog()

opener?.setAttribute('aria-keyshortcuts', '/ Control+K Meta+K')
opener?.setAttribute('aria-haspopup', 'dialog')
// Name the key only on devices with a keyboard.
if (matchMedia('(pointer: fine)').matches) {
  const name = /mac/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
  opener?.insertAdjacentHTML('afterend', `<kbd aria-hidden="true">${name}</kbd>`)
}
opener?.addEventListener('click', () => dialog.open())
// Typing continues in the dialog's field.
opener?.addEventListener('input', () => dialog.open({ isTyping: true }))

addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey
  // Autofill fires this event without a key.
  const isCtrlK = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (event.altKey || !(isSlash || isCtrlK) || isTyping(event.target)) return
  event.preventDefault()
  if (ownField === null) return dialog?.open()
  ownField.focus()
  ownField.select()
})

function isTyping(target) {
  // A just closed dialog keeps the focus for a moment.
  if (target.closest?.('dialog:not([open])')) return false
  return target.matches?.('input, textarea, select') || target.isContentEditable
}

function searchDialog() {
  const [, spaceKey = ''] = /^\/wiki\/spaces\/([^/]+)/.exec(location.pathname) ?? []
  const element = document.createElement('dialog')
  element.className = 'search-dialog'
  element.ariaLabel = 'Search'
  // Use a text field, because in a search field Escape empties the field instead of closing the dialog.
  element.innerHTML = `<form role="search" action="/search" class="search-field">
<input type="text" name="q" role="combobox" aria-label="Search" aria-autocomplete="list" aria-expanded="false"
aria-controls="suggestions" placeholder="Search pages and headings" inputmode="search" enterkeyhint="search"
maxlength="200" autocomplete="off" spellcheck="false">
<button type="button" class="icon-button" aria-label="Close the search">✕</button></form>
<div class="found-box"></div><p class="search-foot">↑ ↓ choose · Enter opens · Esc closes</p>
<output class="visually-hidden"></output>`
  document.body.append(element)
  const [field, close, box, status] = ['input', 'button', '.found-box', 'output'].map((part) =>
    element.querySelector(part),
  )
  let options = []
  let active
  let timer
  let request

  const activate = (option) => {
    active?.setAttribute('aria-selected', 'false')
    active = option
    if (option === undefined) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }
  const show = (content, words) => {
    activate(undefined)
    box.replaceChildren(content)
    options = [...box.querySelectorAll('[role="option"]')]
    for (const [index, option] of options.entries()) option.id = `suggestion-${index}`
    field.setAttribute('aria-expanded', String(options.length > 0))
    status.textContent = words
  }
  const ask = async () => {
    request?.abort()
    request = new AbortController()
    const { signal } = request
    try {
      const suggestions = await loadList(field.value.trim(), spaceKey, signal)
      // Answers may arrive out of order.
      if (!signal.aborted) show(suggestions, suggestions.dataset.said)
    } catch {
      const problem = 'The server does not answer. Press Enter to search.'
      if (!signal.aborted) show(problem, problem)
    }
  }
  field.addEventListener('input', () => {
    opener.value = field.value
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (event.key === 'Enter' && active !== undefined) active.click()
    else if (step !== undefined) activate(options.at(nextIndex(options, active, step)))
    else return
    event.preventDefault()
  })
  close.addEventListener('click', () => element.close())
  // A click on the backdrop has the dialog as target.
  element.addEventListener('click', ({ target }) => target === element && element.close())
  // A link within this page loads nothing, so the dialog must be closed.
  box.addEventListener('click', ({ target }) => target.closest('a') && element.close())
  // Keep the focus in the field.
  box.addEventListener('mousedown', (event) => event.preventDefault())
  element.addEventListener('close', () => {
    // This event comes late, so the dialog may be open again.
    if (element.open) return
    clearTimeout(timer)
    request?.abort()
  })
  return {
    open({ isTyping = false } = {}) {
      if (element.open) return
      field.value = opener.value
      show('', '')
      element.showModal()
      field.focus()
      if (!isTyping) field.select()
      void ask()
    },
  }
}

/** The index of the next option; wraps around at the ends. */
function nextIndex(options, active, step) {
  const index = options.indexOf(active)
  return step > 0 ? (index + 1) % options.length : Math.max(index, 0) - 1
}

/** Loads suggestions as markup of this service. */
async function loadList(text, spaceKey, signal) {
  const query = new URLSearchParams({ q: text, space: spaceKey })
  const response = await fetch(`/search/suggest?${query}`, { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  return parsed.querySelector('body > .found')
}
