/** The parts of the import form that its scripts share. @module */

export const form = document.getElementById('importForm')
export const content = document.getElementById('importContent')
export const title = document.getElementById('importTitle')
export const place = document.getElementById('importPlace')
export const state = document.getElementById('importState')
export const problem = document.getElementById('importProblem')
export const button = form.querySelector('button[value="import"]')

/** Tells whether a folder is chosen: then the form shows a plan instead of a preview. */
export function isFolder() {
  return form.classList.contains('is-folder')
}

export function say(kind, text) {
  state.dataset.kind = kind
  if (state.textContent !== text) state.textContent = text
}

export function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

export const offline = 'The server does not answer. What you wrote is kept here; try again.'

/**
 * Puts new content into the elements of the page that have the same ids. The server made this markup
 * by the renderer of pages, so nothing that somebody typed can run as a script.
 */
export function replaceParts(markup) {
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

/** Shows why the import failed, and leads to the field to fix. */
export function refuse(answer) {
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
export function showProblem({ text, body, signInPath }) {
  problem.replaceChildren(text ?? body ?? offline)
  if (signInPath !== undefined) {
    const link = { href: signInPath, target: '_blank', rel: 'noopener' }
    problem.append(' ', element('a', link, 'Sign in in another tab'))
  }
  problem.hidden = false
  say('problem', 'See above.')
  for (const invalidField of form.querySelectorAll('[aria-invalid]'))
    invalidField.removeAttribute('aria-invalid')
}
