/** Shows the pages that a folder makes, and what becomes of each. @module */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const section = document.getElementById('importPlan')
const state = document.getElementById('importState')
const problemBox = document.getElementById('importProblem')
const button = form.querySelector('button[value="import"]')
/** Parts of the form are shown anew by their ids. */
const label = document.getElementById('importSave')

/** What each state of a page is called, and how it is coloured. */
const states = {
  new: ['new', 'good'],
  there: ['already there', 'plain'],
  stays: ['kept', 'care'],
  changes: ['to update', 'care'],
  created: ['created', 'good'],
  updated: ['updated', 'good'],
  unchanged: ['unchanged', 'plain'],
  failed: ['not imported', 'stop'],
}

/** The list's item of each page. */
const items = new Map()

const stages = {
  reading() {
    say('busy', 'Reading the files…')
    section.hidden = false
    button.disabled = true
  },
  refused({ problem, isOver = false }) {
    button.disabled = !isOver
    label.textContent = isOver ? 'Try again' : 'Import'
    section.replaceChildren(titleRow('Nothing to import'))
    showProblem(problem, 'Nothing can be imported like this.')
  },
  planned({ folder }) {
    problemBox.hidden = true
    showPages(folder)
    section.scrollIntoView({ block: 'nearest' })
  },
  page({ page }) {
    showPage(page)
  },
  ready({ folder: { pages } }) {
    const warned = countWarnings(pages.flatMap(({ warnings }) => warnings))
    const sendable = pages.filter((page) => !['failed', 'stays'].includes(page.state)).length
    const isKeeping = pages.some((page) => page.state === 'stays')
    const parts = [
      `Ready: ${countStates(pages)}.`,
      warned === '' ? '' : `Warnings: ${warned}.`,
      isKeeping ? 'Pages that are already there are kept, unless updating is ticked.' : '',
    ]
    say('ready', parts.filter(Boolean).join(' '))
    button.disabled = sendable === 0
    label.textContent = `Import ${countOf(sendable)}`
  },
  importing({ page, done, folder: { pages } }) {
    problemBox.hidden = true
    button.disabled = true
    say('busy', `Importing ${page.title}: ${done + 1} of ${pages.length}…`)
  },
  done({ left, problem, folder: { pages } }) {
    for (const page of pages) showPage(page)
    button.disabled = left === 0
    label.textContent = left === 0 ? 'Imported' : problem === undefined ? 'Try again' : 'Continue'
    const text = `${left === 0 ? 'Imported' : 'Not all is imported'}: ${countStates(pages)}.`
    if (problem === undefined) say(left === 0 ? 'ready' : 'problem', text)
    else showProblem(problem, text)
  },
  left() {
    section.hidden = true
    section.replaceChildren()
    problemBox.hidden = true
    button.disabled = false
    label.textContent = 'Save page'
    content.dispatchEvent(new Event('input'))
    content.focus()
  },
}

form.addEventListener('markport:stage', ({ detail: { stage, ...more } }) => stages[stage](more))

function say(kind, text) {
  state.dataset.kind = kind
  if (state.textContent !== text) state.textContent = text
}

/** Above the form what is wrong; in the line below it what that means for the whole. */
function showProblem(problem, text) {
  form.dispatchEvent(new CustomEvent('markport:problem', { detail: problem }))
  say('problem', text)
}

function showPages({ name, pages, notices }) {
  items.clear()
  for (const page of pages) {
    items.set(page.path, element('li'))
    showPage(page)
  }
  const from = name === '' ? '' : ` from ${name}`
  const list = element('ol', {}, ...items.values())
  section.replaceChildren(titleRow(countOf(pages.length) + from), list)
  if (notices.length === 0) return
  const left = notices.map(({ path, message }) =>
    element('li', {}, element('code', { textContent: path }), ` ${message}`),
  )
  section.append(element('h3', { textContent: 'Other files' }), element('ul', {}, ...left))
}

function titleRow(heading) {
  const back = element('button', { type: 'button', className: 'plain', textContent: 'Close' })
  back.addEventListener('click', () => form.dispatchEvent(new Event('markport:leave-folder')))
  const title = element('h2', { id: 'importPlanHeading', textContent: heading })
  return element('div', { className: 'title-row' }, title, back)
}

function showPage({ path, title, depth, state: is, result, failure, problem, warnings }) {
  const [word, tone] = states[is]
  const item = items.get(path)
  const link = { href: result?.pagePath, textContent: title, target: '_blank' }
  const parts = [
    element('span', { className: `badge badge-${tone}`, textContent: word }),
    ' ',
    result === undefined
      ? element('span', { className: 'page-title', textContent: title })
      : element('a', { className: 'page-title', ...link }),
    ' ',
    element('span', { className: 'hint', textContent: path }),
  ]
  const why = is === 'failed' ? (failure ?? problem) : undefined
  if (why !== undefined) parts.push(element('p', { className: 'page-failure', textContent: why }))
  if (warnings.length > 0) parts.push(warningDetails(warnings))
  item.className = `depth-${Math.min(depth, 6)}`
  item.replaceChildren(...parts)
}

function warningDetails(warnings) {
  const summary = element('summary', { textContent: `Warnings: ${countWarnings(warnings)}` })
  const lines = warnings.map(({ line, severity, message }) => {
    const where = line === 0 ? '' : `Line ${line} `
    const meaning = element('strong', { textContent: severity })
    return element('li', {}, where, meaning, `: ${message}`)
  })
  return element('details', {}, summary, element('ol', {}, ...lines))
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function countOf(pages) {
  return pages === 1 ? '1 page' : `${pages} pages`
}

function countStates(pages) {
  const groups = Map.groupBy(pages, (page) => states[page.state][0])
  return [...groups].map(([word, all]) => `${all.length} ${word}`).join(', ')
}

function countWarnings(warnings) {
  return ['lost', 'changed', 'note']
    .map((severity) => {
      const count = warnings.filter((one) => one.severity === severity).length
      return count === 0 ? '' : `${count} ${severity}${severity === 'note' && count > 1 ? 's' : ''}`
    })
    .filter(Boolean)
    .join(', ')
}
