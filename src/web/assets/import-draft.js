/** Keeps what was typed into the import form over a reload, and for editing it again once it was imported. @module */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const labels = document.getElementById('importLabels')
const draftName = `markport-draft:${form.dataset.viewer}`
const importedName = 'markport-imported'
/** A large text is not written at each key. */
const pauseMs = 250
let timer = 0

function saveDraft() {
  timer = 0
  const draft = { pageTitle: title.value, labels: labels.value, content: content.value }
  try {
    if (content.value === '') sessionStorage.removeItem(draftName)
    else sessionStorage.setItem(draftName, JSON.stringify(draft))
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
    const imported = { path, viewer, pageTitle: title.value, labels: labels.value }
    sessionStorage.setItem(importedName, JSON.stringify({ ...imported, content: content.value }))
  } catch {
    sessionStorage.removeItem(importedName)
  }
  sessionStorage.removeItem(draftName)
})

function restoreDraft() {
  if (content.value !== '') return
  const isAgain = location.hash === '#again'
  const draft = JSON.parse(sessionStorage.getItem(isAgain ? importedName : draftName) ?? 'null')
  if (draft === null || (isAgain && draft.viewer !== form.dataset.viewer)) return
  if (isAgain) form.elements.namedItem('overwrite').checked = true
  content.value = draft.content
  title.value ||= draft.pageTitle
  labels.value ||= draft.labels ?? ''
}

for (const field of [content, title, labels]) {
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(saveDraft, pauseMs)
  })
}
window.addEventListener('pagehide', () => {
  if (timer !== 0) saveDraft()
})

restoreDraft()
