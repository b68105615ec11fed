// Leads to a heading by its name alone, as links from other sites have it: `#install` for `#h-install`.

/** What the renderer puts before the names of headings and of places. */
const prefixes = ['h-', 'a-']

function lead() {
  const name = nameOf(location.hash)
  if (name === '' || document.getElementById(name) !== null) return
  const id = prefixes.map((prefix) => prefix + name).find((one) => document.getElementById(one))
  // In place of the entry that led nowhere, so that Back leaves the page.
  if (id !== undefined) location.replace(`#${encodeURIComponent(id)}`)
}

function nameOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

addEventListener('hashchange', lead)
lead()
