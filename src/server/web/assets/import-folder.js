/**
 * Imports a folder: the server unpacks it and does what `markport import` does, first as a dry run
 * and then for real. Shows the result of each page as soon as the server sends it.
 * @module
 */

import { button, content, element, form, problem as problemBox, refuse, say } from './form-parts.js'

const part = document.getElementById('folderPart')
const heading = document.getElementById('folderHeading')
const readAsLine = document.getElementById('folderReadAs')
const source = document.getElementById('folderSource')
const prune = document.getElementById('folderPrune')
const list = document.getElementById('folderPages')
const notes = document.getElementById('folderNotes')
const label = document.getElementById('importSave')

/** Words and colours of outcomes, before and after the import. */
const words = {
  created: ['new', 'created', 'good'],
  updated: ['to update', 'updated', 'care'],
  unchanged: ['unchanged', 'unchanged', 'plain'],
  failed: ['not possible', 'not imported', 'stop'],
  'not-sent': ['not sent', 'not sent', 'stop'],
  trashed: ['to trash', 'trashed', 'care'],
}

let folder
let running
let isForeseen = false
let pages = new Map()
let warnings = new Map()
let leftPages = []

/* Runs */

async function start({ isDryRun }) {
  running?.abort.abort()
  const run = { abort: new AbortController(), isDryRun }
  running = run
  isForeseen = false
  if (isDryRun) pages = new Map()
  else for (const page of pages.values()) page.outcome = 'not-sent'
  warnings = new Map()
  leftPages = []
  problemBox.hidden = true
  button.disabled = true
  source.disabled = !isDryRun
  prune.disabled = !isDryRun
  say('busy', isDryRun ? 'Sending the folder to see what its import would do…' : 'Importing…')
  const problem = await follow(run)
  if (running !== run) return
  running = undefined
  source.disabled = false
  prune.disabled = false
  if (problem !== undefined) {
    button.disabled = false
    label.textContent = 'Try again'
    showPages(isDryRun)
    refuse(problem)
    const failed = isDryRun ? 'Nothing was imported.' : 'Not all is imported.'
    say('problem', `${failed} ${countStates(isDryRun)}`.trim())
  }
}

/** @returns The problem, if there is one. */
async function follow(run) {
  const problem = obstacle()
  if (problem !== undefined) return { text: problem }
  let ended = {
    text: 'The import was stopped. Send the folder again: what is there stays as it is.',
  }
  try {
    const headers = { accept: 'application/json', 'content-type': 'application/octet-stream' }
    const { signal } = run.abort
    const init = { method: 'POST', body: bodyOf(run), headers, signal }
    const response = await fetch('/import/folder', init)
    if (!response.ok) return await response.json()
    for await (const event of eventsOf(response.body)) {
      if (running !== run) return undefined
      if (event.type === 'failed') return ended && { text: event.message }
      // Failed pages are in the list already.
      if (event.type === 'summary') ended = event.stoppedBy && { text: event.stoppedBy }
      tellers[event.type]?.(event, run)
    }
  } catch {
    if (pages.size > 0) return ended
    return { text: 'The server does not answer, or a file has changed since it was chosen.' }
  }
  return ended
}

function obstacle() {
  const bytes = folder.files.reduce((sum, { file }) => sum + file.size, 0)
  const most = Number(form.dataset.maxFolderBytes)
  if (bytes > most) {
    return `These files have more than ${most / 1024 / 1024} MiB, the most that is taken at once. Choose a part of them.`
  }
  return source.value.trim() === '' ? 'Give the source a name.' : undefined
}

/** A line of JSON with the request and the files' names, then their bytes. */
function bodyOf({ isDryRun }) {
  const place = new FormData(form)
  const head = {
    spaceId: place.get('spaceId'),
    parentId: place.get('parentId'),
    name: folder.name,
    source: source.value,
    prune: prune.checked,
    isDryRun,
    files: folder.files.map(({ path, file }) => ({ path, bytes: file.size })),
  }
  return new Blob([`${JSON.stringify(head)}\n`, ...folder.files.map(({ file }) => file)])
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let partialLine = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (partialLine + value).split('\n')
    partialLine = lines.pop()
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  }
}

/* Messages from the server */

const tellers = {
  plan({ pages: count, readAs }) {
    heading.textContent = `${countOf(count)} from ${folder.name}`
    readAsLine.textContent = `Dialect: ${readAs}.`
  },
  waiting({ message }) {
    say('busy', message)
  },
  page(event, { isDryRun }) {
    pages.set(event.file, event)
    const { done, pages: count, title } = event
    say('busy', `${isDryRun ? 'Looking at' : 'Importing'} ${title}: ${done} of ${count}…`)
  },
  warning(event) {
    const { file, line, severity, message } = event
    warnings.set(file, [...(warnings.get(file) ?? []), { line, severity, message }])
  },
  prune({ pages: gone, staying }) {
    leftPages = [...gone.map((page) => ({ ...page, outcome: 'trashed' })), ...staying]
  },
  pruned({ pageId, became = 'trashed' }) {
    for (const page of leftPages) if (page.pageId === pageId) page.outcome = became
  },
  summary(summary, { isDryRun }) {
    showPages(isDryRun)
    const { created, updated, failed } = summary.counts
    const isWhole = failed === 0 && summary.counts['not-sent'] === 0
    const lost = [...warnings.values()].flat().filter(({ severity }) => severity === 'lost').length
    const loss = lost === 0 ? '' : ` ${lost} lost.`
    const kind = !isWhole ? 'problem' : lost > 0 ? 'lossy' : 'ready'
    const gone = prune.checked ? leftPages.filter(({ outcome }) => outcome !== undefined).length : 0
    say(kind, `${isDryRun ? 'Ready' : 'Imported'}: ${countStates(isDryRun)}${loss}`)
    if (isDryRun) {
      const work = created + updated + gone
      isForeseen = work > 0
      button.disabled = work === 0
      label.textContent = work === 0 ? 'Nothing to import' : `Import ${countOf(created + updated)}`
    } else {
      button.disabled = isWhole
      label.textContent = isWhole ? 'Imported' : 'Try again'
    }
    part.scrollIntoView({ block: 'nearest' })
  },
}

function countOf(count) {
  return count === 1 ? '1 page' : `${count} pages`
}

function countStates(isDryRun) {
  const gone = prune.checked ? leftPages : []
  const all = [...pages.values(), ...gone]
  const counts = Object.entries(words).flatMap(([outcome, { [isDryRun ? 0 : 1]: word }]) => {
    const count = all.filter((page) => page.outcome === outcome).length
    return count === 0 ? [] : `${count} ${word}`
  })
  return counts.length === 0 ? '' : `${counts.join(', ')}.`
}

/* The list */

function showPages(isDryRun) {
  const sorted = [...pages.values()].sort((first, second) => first.index - second.index)
  list.replaceChildren(...sorted.map((page) => pageItem(page, isDryRun)))
  const others = [...warnings].filter(([file]) => !pages.has(file))
  notes.replaceChildren(
    ...leftPages.map((page) => leftItem(page, isDryRun)),
    ...others.flatMap(([file, all]) => all.map((note) => noteItem(file, note))),
  )
}

function pageItem({ file, title, depth, outcome, page, message, outlook = {} }, isDryRun) {
  const item = element('li', {}, badge(outcome, isDryRun))
  item.style.setProperty('--depth', Math.min(depth, 4))
  item.append(' ', titleOf(title, page?.url), ' ', element('span', { className: 'hint' }, file))
  const { renamedFrom, movedFrom, edited, remark } = outlook
  const changes = [
    renamedFrom && `It was “${renamedFrom}”.`,
    movedFrom && 'It moves here from another place.',
    edited && `${edited.by} edited it since the last import.`,
    remark,
  ]
  for (const text of changes.filter(Boolean)) item.append(element('p', { className: 'hint' }, text))
  if (message !== undefined) item.append(element('p', { className: 'failure' }, message))
  for (const warning of warnings.get(file) ?? []) item.append(warningLine(warning))
  return item
}

function leftItem({ file, title, url, outcome, staysBecause }, isDryRun) {
  const isTrashed = outcome !== undefined && prune.checked
  const item = element('li', {}, ...(isTrashed ? [badge(outcome, isDryRun), ' '] : []))
  item.append(titleOf(title, url), ' ', element('span', { className: 'hint' }, file))
  if (isTrashed) return item
  const why = staysBecause === undefined ? '' : `: ${staysBecause}`
  item.append(element('p', { className: 'hint' }, `Its file is gone, and the page stays${why}.`))
  return item
}

function noteItem(file, warning) {
  return element('li', {}, element('code', {}, file), warningLine(warning))
}

function warningLine({ line, severity, message }) {
  const where = line === 0 ? '' : `Line ${line}, `
  return element('p', { className: severity }, `${where}${severity}: ${message}`)
}

function badge(outcome, isDryRun) {
  const [before, after, tone] = words[outcome]
  return element('span', { className: `badge ${tone}` }, isDryRun ? before : after)
}

function titleOf(title, url) {
  const isLink = url !== undefined && /^https?:/.test(url)
  const more = isLink ? { href: url, target: '_blank', rel: 'noopener' } : {}
  return element(isLink ? 'a' : 'span', { className: 'page-title', ...more }, title)
}

/* Events */

function isImporting() {
  return running !== undefined && !running.isDryRun
}

export function startAnew() {
  if (folder !== undefined && !isImporting()) void start({ isDryRun: true })
}

export function openFolder({ name, files }) {
  // A folder cannot replace an edited page.
  if (part === null || isImporting()) return
  folder = { name: name || 'files', files }
  source.value = folder.name
  prune.checked = false
  heading.textContent = folder.name
  readAsLine.textContent = ''
  list.replaceChildren()
  notes.replaceChildren()
  part.hidden = false
  form.classList.add('is-folder')
  startAnew()
}
source?.addEventListener('change', startAnew)
prune?.addEventListener('change', startAnew)
document.getElementById('folderClose')?.addEventListener('click', () => {
  running?.abort.abort()
  running = undefined
  folder = undefined
  part.hidden = true
  problemBox.hidden = true
  button.disabled = false
  source.disabled = false
  prune.disabled = false
  label.textContent = 'Save page'
  form.classList.remove('is-folder')
  content.dispatchEvent(new Event('input'))
  content.focus()
})
form.addEventListener('submit', (event) => {
  if (folder === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // Enter presses the first button, which must not import.
  if (event.submitter === button && running === undefined) void start({ isDryRun: !isForeseen })
})
window.addEventListener('beforeunload', (event) => {
  if (isImporting()) event.preventDefault()
})
