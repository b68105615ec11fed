/**
 * Updates the preview of the import form during typing, and keeps the text when an import fails.
 * Without this script the form works by its buttons.
 * @module
 */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const labels = document.getElementById('importLabels')
const space = document.getElementById('importSpace')
const search = document.getElementById('importSearch')
const place = document.getElementById('importPlace')
const where = document.getElementById('importWhere')
const state = document.getElementById('importState')
const problem = document.getElementById('importProblem')
const button = form.querySelector('button[value="import"]')
const offline = 'The server does not answer. What you wrote is kept here; try again.'

form.classList.add('live')

/* The preview */

const shortestPauseMs = 250
/** Large texts are previewed less often. */
const longestPauseMs = 3000
const announceAfterMs = 600

/** A folder shows a plan instead of the preview. */
function isFolder() {
  return form.classList.contains('is-folder')
}

let pauseMs = shortestPauseMs
let pauseTimer = 0
let running

function previewSoon() {
  if (isFolder()) {
    form.dispatchEvent(new Event('markport:place'))
    return
  }
  isKept = false
  clearTimeout(pauseTimer)
  running?.abort()
  preview().setAttribute('aria-busy', 'true')
  pauseTimer = setTimeout(updatePreview, pauseMs)
}

async function updatePreview() {
  clearTimeout(pauseTimer)
  running?.abort()
  if (isFolder()) return
  if (isTooLarge()) return
  const abort = new AbortController()
  running = abort
  const announcing = setTimeout(() => say('busy', 'Updating the preview…'), announceAfterMs)
  const startedAt = performance.now()
  try {
    const response = await send('/import/preview', abort.signal)
    if (response.ok) {
      isKept = true
      replaceParts(await response.text())
      problem.hidden = true
    } else {
      showProblem(await response.json())
    }
  } catch {
    if (!abort.signal.aborted) say('problem', offline)
  } finally {
    clearTimeout(announcing)
    if (running === abort) {
      running = undefined
      preview().removeAttribute('aria-busy')
      const tookMs = performance.now() - startedAt
      pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, tookMs))
    }
  }
}

function send(path, signal, action) {
  const body = action === undefined ? previewBody() : new FormData(form)
  if (action !== undefined) body.set('action', action)
  return fetch(path, { method: 'POST', body, headers, signal })
}

const headers = { accept: 'application/json' }

/** Unchanged text needs no draft. */
function previewBody() {
  const body = new FormData(form)
  if (!isChanged()) body.delete('draft')
  return body
}

/** The markup is safe, because our renderer has made it from the content. */
function replaceParts(markup) {
  const parts = document.createElement('template')
  parts.innerHTML = markup
  for (const part of [...parts.content.children]) {
    const current = document.getElementById(part.id)
    if (part.getAttribute('role') === 'status') {
      // Screen readers announce only changes.
      if (current.textContent !== part.textContent) current.replaceChildren(...part.childNodes)
      if (part.dataset.kind !== undefined) current.dataset.kind = part.dataset.kind
    } else {
      current.replaceChildren(...part.childNodes)
    }
  }
}

function preview() {
  return document.getElementById('importPreview')
}

function say(kind, text) {
  state.dataset.kind = kind
  if (state.textContent !== text) state.textContent = text
}

function isTooLarge() {
  const { maxBytes, maxSize } = form.dataset
  // Leave room for the lines between the parts of the request.
  const isOver = new Blob([...new FormData(form).values()]).size > Number(maxBytes) - 16_384
  if (isOver) {
    say(
      'problem',
      `Text and images are more than ${maxSize}, the most that can be sent. Split the page.`,
    )
    preview().removeAttribute('aria-busy')
  }
  return isOver
}

/* The place */

let searchTimer = 0
let searching

function searchSoon() {
  clearTimeout(searchTimer)
  searchTimer = setTimeout(updateParents, shortestPauseMs)
}

async function updateParents() {
  searching?.abort()
  searching = new AbortController()
  const query = new URLSearchParams({
    spaceId: space.value,
    parentId: chosenParent(),
    search: search.value,
  })
  try {
    const { signal } = searching
    const response = await fetch(`/import/parents?${query}`, { signal })
    if (!response.ok) {
      showProblem(await response.json())
      return
    }
    // Somebody may have chosen another page meanwhile.
    const text = await response.text()
    const parent = chosenParent()
    const isInList = document.activeElement?.name === 'parentId'
    replaceParts(text)
    for (const radio of form.querySelectorAll('[name="parentId"]')) {
      if (radio.value === parent) radio.checked = true
    }
    // Keep the focus for people who move through the list by keyboard.
    if (isInList) form.querySelector('[name="parentId"]:checked')?.focus()
    sayWhere()
    previewSoon()
  } catch (error) {
    if (error.name !== 'AbortError') say('problem', offline)
  }
}

function chosenParent() {
  return form.querySelector('[name="parentId"]:checked')?.value ?? ''
}

/** Updates the summary of the closed panel. */
function sayWhere() {
  const [option] = space.selectedOptions
  const parent = form.querySelector('li:has([name="parentId"]:checked) .parent-title')
  const names = [option?.textContent.replace(/ \([^()]*\)$/, ''), parent?.textContent]
  where.textContent = [...new Set(names)].filter(Boolean).join(' / ')
}

/* The import */

async function importPage() {
  if (isTooLarge()) {
    refuse({ text: state.textContent, field: 'content' })
    return
  }
  clearTimeout(pauseTimer)
  running?.abort()
  button.disabled = true
  say('busy', 'Importing…')
  try {
    const response = await send('/import', undefined, 'import')
    const answer = await response.json()
    if (!response.ok) {
      refuse(answer)
      return
    }
    isSaved = true
    location.assign(answer.path)
  } catch {
    refuse({ text: offline })
  } finally {
    button.disabled = false
  }
}

/** Shows why the import failed, and leads to the field to fix. */
function refuse(answer) {
  showProblem(answer)
  say('problem', 'Not saved.')
  const { field, parts } = answer
  if (parts !== undefined) replaceParts(parts)
  const wrong = field && form.querySelector(`[name="${field}"]:not([type="radio"])`)
  wrong?.setAttribute('aria-invalid', 'true')
  // The panel must be open to show the field.
  if (place.querySelector(`[name="${field}"]`) !== null) place.open = true
  ;(parts === undefined ? (wrong ?? problem) : problem).focus()
}

/** Shows a problem without moving the focus. */
function showProblem({ text, body, signInPath }) {
  problem.replaceChildren(text ?? body ?? offline)
  if (signInPath !== undefined) problem.append(' ', signInLink(signInPath))
  problem.hidden = false
  say('problem', 'See above.')
  for (const invalidField of form.querySelectorAll('[aria-invalid]'))
    invalidField.removeAttribute('aria-invalid')
}

function signInLink(path) {
  const link = document.createElement('a')
  link.href = path
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'Sign in in another tab'
  return link
}

/* Drafts: the server stores each text that it shows a preview of */

let isSaved = false
let isKept = true
let wasChanged = false

function isChanged() {
  // An undone change must be undone in the draft too.
  wasChanged ||= [content, title, labels].some(({ value, defaultValue }) => value !== defaultValue)
  return wasChanged
}

/** Browsers limit requests of a closing page to about this size. */
const maxLastBytes = 60_000

window.addEventListener('pagehide', () => {
  if (isSaved || isKept || isFolder() || !isChanged()) return
  const body = previewBody()
  const bytes = new Blob([...body.values()]).size
  if (bytes < maxLastBytes) {
    void fetch('/import/preview', { method: 'POST', body, headers, keepalive: true })
  }
})

document.getElementById('importDraft')?.addEventListener('submit', () => {
  isSaved = true
})

/* The preview scrolls along with the text, in proportion. */

content.addEventListener('scroll', () => {
  const share = content.scrollTop / (content.scrollHeight - content.clientHeight)
  const page = preview()
  page.scrollTop = share * (page.scrollHeight - page.clientHeight)
})

/* Events */

content.addEventListener('input', previewSoon)
title.addEventListener('input', previewSoon)
labels.addEventListener('input', previewSoon)
search.addEventListener('input', searchSoon)
space.addEventListener('change', () => {
  search.value = ''
  void updateParents()
})
form.addEventListener('change', (event) => {
  if (event.target.name === 'parentId') sayWhere()
  if (event.target.name === 'parentId' || event.target.name === 'overwrite') previewSoon()
})
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]')
  if (link === null || !preview().contains(link)) return
  if (link.getAttribute('href').startsWith('#')) return
  // The import must not be interrupted by leaving the page.
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  // Enter in a field presses the first button, which must not import.
  if (event.submitter === button) void importPage()
  else if (document.activeElement === search) void updateParents()
  else void updatePreview()
})

window.addEventListener('beforeunload', (event) => {
  const isOwn = form.elements.namedItem('draft').value === 'own'
  if (!isSaved && content.value !== content.defaultValue && !(isOwn && isKept)) {
    event.preventDefault()
  }
})

form.addEventListener('markport:problem', ({ detail }) => refuse(detail))

if (content.value !== '') void updatePreview()
