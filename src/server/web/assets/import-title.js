/**
 * Takes the title of the import form from the heading that the Markdown begins with, or from the name
 * of a file; what somebody typed is never replaced.
 * @module
 */

const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')

/** The title that this script set last. */
let filledTitle = ''
let fileTitle = ''

function headingOf(markdown) {
  const [, matter = ''] = /^(---\r?\n[\s\S]*?\n---\r?\n)/.exec(markdown.slice(0, 10_000)) ?? []
  const titleMatch = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/m.exec(matter)
  const titleText = titleMatch?.slice(1).find(Boolean)?.trim()
  if (titleText) return titleText
  const line = markdown
    .slice(matter.length, matter.length + 2_000)
    .trimStart()
    .split('\n', 1)[0]
  const [, heading = ''] = /^#[ \t]+(.*)$/.exec(line) ?? []
  return plainText(heading.replace(/[ \t]#*[ \t]*$/, ''))
}

/** Removes the inline Markdown that headings usually have. */
function plainText(inline) {
  return inline
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|\B_|_\B|\\(?=[!-/:-@[-`{-~])/g, '')
    .trim()
}

function update() {
  const suggested = headingOf(content.value) || (content.value === '' ? '' : fileTitle)
  const isFree = title.value.trim() === '' || title.value === filledTitle
  if (!isFree || suggested === '' || suggested === title.value) return
  filledTitle = suggested
  title.value = suggested
  title.dispatchEvent(new Event('input'))
}

content.addEventListener('markport:insert', ({ detail }) => {
  if (detail.name !== undefined) fileTitle = detail.name.replace(/\.[^.]*$/, '')
  update()
})
content.addEventListener('input', update)
update()
