/**
 * Takes the title of the import form from the heading that the Markdown begins with, or from the name
 * of a file; what somebody typed is never replaced, only offered another.
 * @module
 */

const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const offer = document.getElementById('importTitleOffer')

/** What this script put there last. */
let given = ''
let fileTitle = ''

/** After front matter and blank lines. */
function headingOf(markdown) {
  const [, matter = ''] = /^(---\r?\n[\s\S]*?\n---\r?\n)/.exec(markdown.slice(0, 10_000)) ?? []
  const said = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/m.exec(matter)
  const named = said?.slice(1).find(Boolean)?.trim()
  if (named) return named
  const line = markdown
    .slice(matter.length, matter.length + 2_000)
    .trimStart()
    .split('\n', 1)[0]
  const [, heading = ''] = /^#[ \t]+(.*)$/.exec(line) ?? []
  return plainText(heading.replace(/[ \t]#*[ \t]*$/, ''))
}

/** As readers see it: most headings have no more than this. */
function plainText(inline) {
  return inline
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|\B_|_\B|\\(?=[!-/:-@[-`{-~])/g, '')
    .trim()
}

function suggestion() {
  return headingOf(content.value) || (content.value === '' ? '' : fileTitle)
}

/** Only what this script put there, or nothing, is replaced while somebody writes. */
function update() {
  const found = suggestion()
  const isFree = title.value.trim() === '' || title.value === given
  if (isFree && found !== '' && found !== title.value) take(found)
  showOffer()
}

function take(text) {
  given = text
  title.value = text
  title.dispatchEvent(new Event('input'))
}

function showOffer() {
  const found = suggestion()
  offer.hidden = found === '' || found === title.value.trim()
  offer.textContent = `Use as title: ${found}`
}

content.addEventListener('markport:insert', ({ detail }) => {
  if (detail.name !== undefined) fileTitle = detail.name.replace(/\.[^.]*$/, '')
  update()
})
content.addEventListener('input', update)
// A title that somebody empties stays so.
title.addEventListener('input', showOffer)
offer.addEventListener('click', () => {
  take(suggestion())
  title.focus()
})
update()
