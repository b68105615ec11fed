/**
 * The search as a dialog: pages and their places while somebody types; without it the form of the header
 * does the same in two steps. The pattern is https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 * @module
 */

const pauseMs = 120
const fieldAttributes = {
  // Not `search`, where Escape first empties the field.
  type: 'text',
  inputmode: 'search',
  enterkeyhint: 'search',
  name: 'q',
  maxlength: '200',
  placeholder: 'Search pages and headings',
  role: 'combobox',
  'aria-label': 'Search',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  'aria-controls': 'suggestions',
  autocomplete: 'off',
  spellcheck: 'false',
}

const opener = document.querySelector('body > header form.search input')
const ownField = document.querySelector('.search-page input[type="search"]')
const dialog = opener === null ? undefined : searchDialog()

opener?.setAttribute('aria-keyshortcuts', '/ Control+K Meta+K')
opener?.setAttribute('aria-haspopup', 'dialog')
// Only for devices with a keyboard.
if (matchMedia('(pointer: fine)').matches) {
  const name = /mac/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
  opener?.after(make('kbd', { 'aria-hidden': 'true' }, name))
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

function make(tag, attributes, ...content) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...content)
  return element
}

function searchDialog() {
  const [, spaceKey = ''] = /^\/wiki\/spaces\/([^/]+)/.exec(location.pathname) ?? []
  const field = make('input', fieldAttributes)
  const close = make(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': 'Close the search' },
    '✕',
  )
  const form = make(
    'form',
    { role: 'search', action: '/search', class: 'search-field' },
    field,
    close,
  )
  const box = make('div', { class: 'found-box' })
  const status = make('output', { class: 'visually-hidden' })
  const keys = make('p', { class: 'search-foot' }, '↑ ↓ choose · Enter opens · Esc closes')
  const element = make(
    'dialog',
    { class: 'search-dialog', 'aria-label': 'Search' },
    form,
    box,
    keys,
    status,
  )
  document.body.append(element)
  const list = listIn(box, field, status)
  let timer
  let request

  const ask = async () => {
    request?.abort()
    request = new AbortController()
    const { signal } = request
    try {
      const suggestions = await loadList(field.value.trim(), spaceKey, signal)
      // Answers may arrive out of order.
      if (!signal.aborted) list.show(suggestions, suggestions.dataset.said)
    } catch {
      if (!signal.aborted) list.show(noAnswer, noAnswer.textContent)
    }
  }
  field.addEventListener('input', () => {
    opener.value = field.value
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'Enter' && list.active() !== undefined) list.active().click()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') list.walk(event.key)
    else return
    event.preventDefault()
  })
  close.addEventListener('click', () => element.close())
  // A click on the backdrop has the dialog as target.
  element.addEventListener('click', ({ target }) => target === element && element.close())
  // A link within this page loads nothing, so the dialog must be closed.
  box.addEventListener('click', ({ target }) => target.closest('a') && element.close())
  element.addEventListener('close', () => {
    // The event comes late: the dialog may be open again.
    if (element.open) return
    clearTimeout(timer)
    request?.abort()
  })
  return {
    open({ isTyping = false } = {}) {
      if (element.open) return
      field.value = opener.value
      list.empty()
      element.showModal()
      field.focus()
      if (!isTyping) field.select()
      void ask()
    },
  }
}

/** The list, and its status for screen readers. */
function listIn(box, field, said) {
  let options = []
  let active

  const activate = (option) => {
    active?.setAttribute('aria-selected', 'false')
    active = option
    if (option === undefined) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }
  // Keeps the focus in the field.
  box.addEventListener('mousedown', (event) => event.preventDefault())
  return {
    active: () => active,
    walk(key) {
      activate(options.at(nextIndex(options.indexOf(active), options.length, key)))
    },
    empty() {
      activate(undefined)
      box.replaceChildren()
    },
    show(content, words) {
      activate(undefined)
      box.replaceChildren(content)
      options = [...box.querySelectorAll('[role="option"]')]
      for (const [index, option] of options.entries()) option.id = `suggestion-${index}`
      field.setAttribute('aria-expanded', String(options.length > 0))
      said.textContent = words
    },
  }
}

const noAnswer = make(
  'p',
  { class: 'search-note' },
  'The server does not answer. Press Enter to search.',
)

/** Loads suggestions as markup of this service. */
async function loadList(asked, spaceKey, signal) {
  const query = new URLSearchParams({ q: asked, space: spaceKey })
  const response = await fetch(`/search/suggest?${query}`, { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  return parsed.querySelector('body > .found')
}

/** Wraps around at the ends. */
function nextIndex(index, count, key) {
  if (key === 'ArrowDown') return (index + 1) % count
  return index <= 0 ? count - 1 : index - 1
}
