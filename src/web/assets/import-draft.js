/**
 * Keeps what was typed into the import form over a reload, and for editing it again once it was imported.
 * A draft is kept for its place: space, parent and title. The address of the form says the place too, so
 * that a draft comes back with it and never for another page; others are only named, with links.
 * @module
 */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const labels = document.getElementById('importLabels')
const space = document.getElementById('importSpace')
const others = document.getElementById('importDrafts')
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
  return prefix + placeOf({ title: title.value.trim() })
}

/** A reload opens the form for the same place. */
function keepAddress() {
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
    if (name !== keptName || content.value === '') sessionStorage.removeItem(keptName)
    keptName = name
    if (content.value === '') return
    const draft = { labels: labels.value, content: content.value }
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
  if (content.value !== '') return
  if (location.hash === '#again') {
    restoreImported()
    return
  }
  const draft = JSON.parse(sessionStorage.getItem(keptName) ?? 'null')
  if (draft === null) nameOthers()
  else fill(draft)
}

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
    const link = document.createElement('a')
    link.href = `/import?${place}`
    link.textContent = place.get('title') || 'without a title'
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
