/**
 * Updates the preview of the import form during typing, and keeps the text when an import fails.
 * Without this script the form works by its buttons.
 * @module
 */

import {
  button,
  content,
  form,
  isFolder,
  offline,
  problem,
  refuse,
  replaceParts,
  say,
  showProblem,
  state,
  title,
} from './form-parts.js'
import './markdown-editor.js'
import './paste.js'
import './import-images.js'
import './import-files.js'
import { startAnew } from './import-folder.js'

const labels = document.getElementById('importLabels')
const space = document.getElementById('importSpace')
const search = document.getElementById('importSearch')
const where = document.getElementById('importWhere')

form.classList.add('live')

/* The preview */

const shortestPauseMs = 250
/** Large texts are previewed less often. */
const longestPauseMs = 3000
const announceAfterMs = 600

let pauseMs = shortestPauseMs
let pauseTimer = 0
let running

function previewSoon() {
  if (isFolder()) return startAnew()
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

function preview() {
  return document.getElementById('importPreview')
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

// Somebody may have chosen a space before this script ran, and the browser's Back restores the choice.
window.addEventListener('pageshow', () => {
  if (space.selectedOptions[0]?.defaultSelected === false) void updateParents()
})

if (content.value !== '') void updatePreview()
