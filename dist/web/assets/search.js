/**
 * Suggests pages while somebody types into the header's search; without it the form does the same in
 * two steps. The pattern is https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 * @module
 */

const pauseMs = 120

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
  const box = document.createElement('div')
  box.className = 'suggestions'
  box.hidden = true
  const said = document.createElement('output')
  said.className = 'visually-hidden'
  form.append(box, said)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'suggestions',
    'aria-keyshortcuts': '/ Control+K Meta+K',
    autocomplete: 'off',
  })) {
    field.setAttribute(name, value)
  }
  let timer
  let request
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
  const open = () => {
    box.hidden = false
    field.setAttribute('aria-expanded', String(options.length > 0))
  }
  const close = () => {
    clearTimeout(timer)
    request?.abort()
    activate(undefined)
    box.hidden = true
    said.textContent = ''
    field.setAttribute('aria-expanded', 'false')
  }
  const show = (content, words) => {
    activate(undefined)
    box.replaceChildren(content)
    options = [...box.querySelectorAll('[role="option"]')]
    for (const [index, option] of options.entries()) option.id = `suggestion-${index}`
    said.textContent = words
    open()
  }
  const ask = async () => {
    request?.abort()
    const asked = field.value.trim()
    if (asked === '') return close()
    request = new AbortController()
    const { signal } = request
    try {
      const list = await loadList(asked, spaceKey, signal)
      // What was asked for first may be answered last.
      if (!signal.aborted) show(list, list.dataset.said)
    } catch {
      if (!signal.aborted) show(noAnswer, noAnswer.textContent)
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isOpen = !box.hidden
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && isOpen && active !== undefined) active.click()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) void ask()
      else activate(options.at(nextIndex(options.indexOf(active), options.length, event.key)))
    } else return
    event.preventDefault()
  })
  // The field keeps the focus while somebody points at the list.
  box.addEventListener('mousedown', (event) => event.preventDefault())
  form.addEventListener('focusout', close)
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
