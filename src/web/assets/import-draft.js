/**
 * Keeps what was typed into the import form over a reload, and for editing it again once it was imported.
 * A draft of a page that is there is kept for that page, another one for its place: space, parent and title. The address of the form says the place too, so
 * that a draft comes back with it and never for another page; others are only named, with links.
 * @module
 */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const labels = document.getElementById('importLabels')
const space = document.getElementById('importSpace')
const others = document.getElementById('importDrafts')
const note = document.getElementById('importDraftNote')
/** The page that is edited, and the version of it that this began with. */
const { page } = form.dataset
const begunWith = () => form.elements.namedItem('version')
const prefix = `markport-page-draft:${form.dataset.viewer}:`
const importedName = 'markport-imported'
/** Drafts of an older page said nothing of their place. */
const placelessPrefix = 'markport-draft:'
/** A large text is not written at each key. */
const pauseMs = 250
/** More are not named. */
const maxNamed = 5
let timer = 0
/** Under which the draft was written last. */
let keptName = nameOfDraft()

function placeOf(fields) {
  const parent = form.querySelector('[name="parentId"]:checked')?.value ?? ''
  return new URLSearchParams({ space: space.value, parent, ...fields }).toString()
}

function nameOfDraft() {
  return prefix + (page === '' ? placeOf({ title: title.value.trim() }) : `page=${page}`)
}

/** A reload opens the form for the same place. */
function keepAddress() {
  if (page !== '') return
  const overwrite = form.elements.namedItem('overwrite').checked ? { overwrite: 'true' } : {}
  const address = `/import?${placeOf({ title: title.value.trim(), ...overwrite })}`
  if (location.pathname + location.search === address) return
  history.replaceState(history.state, '', address + location.hash)
}

function saveDraft() {
  timer = 0
  keepAddress()
  const name = nameOfDraft()
  try {
    const isNone = content.value === (page === '' ? '' : content.defaultValue)
    if (name !== keptName || isNone) sessionStorage.removeItem(keptName)
    keptName = name
    if (isNone) return
    const draft = { labels: labels.value, content: content.value, title: title.value }
    if (page !== '') Object.assign(draft, { version: begunWith().value, path: location.pathname })
    sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // No room, or not allowed: leaving the page asks first anyway.
  }
}

/** For a writer who wants to edit again what was imported. */
form.addEventListener('markport:imported', ({ detail: { path } }) => {
  clearTimeout(timer)
  timer = 0
  try {
    const viewer = form.dataset.viewer
    const imported = { path, viewer, place: placeOf({}), pageTitle: title.value }
    const texts = { labels: labels.value, content: content.value }
    sessionStorage.setItem(importedName, JSON.stringify({ ...imported, ...texts }))
  } catch {
    sessionStorage.removeItem(importedName)
  }
  sessionStorage.removeItem(keptName)
})

function restoreDraft() {
  if (page !== '') restoreEdit()
  if (content.value !== '') return
  if (location.hash === '#again') {
    restoreImported()
    return
  }
  const draft = JSON.parse(sessionStorage.getItem(keptName) ?? 'null')
  if (draft === null) nameOthers()
  else fill(draft)
}

/** What was begun with an older version is saved as that: others may have written since. */
function restoreEdit() {
  const draft = JSON.parse(sessionStorage.getItem(keptName) ?? 'null')
  if (draft === null || draft.content === content.value) return
  fill(draft)
  title.value = draft.title
  labels.value = draft.labels
  begunWith().value = draft.version
  note.hidden = false
}

document.getElementById('importDraftDrop').addEventListener('click', () => {
  sessionStorage.removeItem(keptName)
  content.value = content.defaultValue
  location.reload()
})

function restoreImported() {
  const imported = JSON.parse(sessionStorage.getItem(importedName) ?? 'null')
  if (imported?.viewer !== form.dataset.viewer || imported.place !== placeOf({})) return
  form.elements.namedItem('overwrite').checked = true
  title.value ||= imported.pageTitle
  keptName = nameOfDraft()
  fill(imported)
}

function fill(draft) {
  content.value = draft.content
  labels.value ||= draft.labels ?? ''
}

/** Says where other drafts are; their text stays there. */
function nameOthers() {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  for (const name of names.slice(0, maxNamed)) {
    const place = new URLSearchParams(name.slice(prefix.length))
    const draft = JSON.parse(sessionStorage.getItem(name))
    const link = document.createElement('a')
    link.href = draft.path ?? `/import?${place}`
    link.textContent = draft.title || place.get('title') || 'without a title'
    others.append(' ', link)
  }
  others.hidden = names.length === 0
}

for (const name of Object.keys(sessionStorage)) {
  if (name.startsWith(placelessPrefix)) sessionStorage.removeItem(name)
}
const saveSoon = () => {
  clearTimeout(timer)
  timer = setTimeout(saveDraft, pauseMs)
}
for (const field of [content, title, labels]) field.addEventListener('input', saveSoon)
title.addEventListener('input', keepAddress)
form.addEventListener('change', saveSoon)
window.addEventListener('pagehide', () => {
  if (timer !== 0) saveDraft()
})

restoreDraft()
