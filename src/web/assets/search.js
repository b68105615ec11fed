/**
 * Suggests pages while somebody types into the header's search; without it the form does the same in
 * two steps. The pattern is https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 * @module
 */

const pauseMs = 120
const fieldAttributes = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  'aria-controls': 'suggestions',
  'aria-keyshortcuts': '/ Control+K Meta+K',
  autocomplete: 'off',
}

const form = document.querySelector('body > header form.search')
const ownField = document.querySelector('.search-page input[type="search"]')
if (form !== null) suggestBelow(form.querySelector('input'))

addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey
  // What a browser fills in by itself comes without a key.
  const isCtrlK = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (event.altKey || !(isSlash || isCtrlK) || isTyping(event.target)) return
  const field = ownField ?? form?.querySelector('input')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
})

function isTyping(target) {
  return target.matches?.('input, textarea, select') || target.isContentEditable
}

function suggestBelow(field) {
  const [, spaceKey = ''] = /^\/wiki\/spaces\/([^/]+)/.exec(location.pathname) ?? []
  const list = listBelow(field)
  let timer
  let request

  const close = () => {
    clearTimeout(timer)
    request?.abort()
    list.close()
  }
  const ask = async () => {
    request?.abort()
    const asked = field.value.trim()
    if (asked === '') return close()
    request = new AbortController()
    const { signal } = request
    try {
      const found = await loadList(asked, spaceKey, signal)
      // What was asked for first may be answered last.
      if (!signal.aborted) list.show(found, found.dataset.said)
    } catch {
      if (!signal.aborted) list.show(noAnswer, noAnswer.textContent)
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'Escape' && list.isOpen()) close()
    else if (event.key === 'Enter' && list.active() !== undefined) list.active().click()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.isOpen()) list.walk(event.key)
      else void ask()
    } else return
    event.preventDefault()
  })
  form.addEventListener('focusout', close)
}

/** The list itself, and what a screen reader is told of it. */
function listBelow(field) {
  const box = document.createElement('div')
  box.className = 'suggestions'
  box.hidden = true
  const said = document.createElement('output')
  said.className = 'visually-hidden'
  form.append(box, said)
  for (const [name, value] of Object.entries(fieldAttributes)) field.setAttribute(name, value)
  // The field keeps the focus while somebody points at the list.
  box.addEventListener('mousedown', (event) => event.preventDefault())
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
  const tell = (isOpen, words) => {
    box.hidden = !isOpen
    said.textContent = words
    field.setAttribute('aria-expanded', String(isOpen && options.length > 0))
  }
  return {
    isOpen: () => !box.hidden,
    active: () => active,
    walk(key) {
      activate(options.at(nextIndex(options.indexOf(active), options.length, key)))
    },
    show(content, words) {
      activate(undefined)
      box.replaceChildren(content)
      options = [...box.querySelectorAll('[role="option"]')]
      for (const [index, option] of options.entries()) option.id = `suggestion-${index}`
      tell(true, words)
    },
    close() {
      activate(undefined)
      tell(false, '')
    },
  }
}

const noAnswer = document.createElement('p')
noAnswer.textContent = 'The server does not answer. Press Enter to search.'

/** Ask for suggestions, as markup of this service's own. */
async function loadList(asked, spaceKey, signal) {
  const query = new URLSearchParams({ q: asked, space: spaceKey })
  const response = await fetch(`/search/suggest?${query}`, { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  return parsed.querySelector('body > [role="listbox"]')
}

/** Beyond either end the other one comes. */
function nextIndex(index, count, key) {
  if (key === 'ArrowDown') return (index + 1) % count
  return index <= 0 ? count - 1 : index - 1
}
