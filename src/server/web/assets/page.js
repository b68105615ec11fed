/**
 * Scripts of all pages: menus close, forms are sent once, dates are relative, diagrams have their
 * height, texts are copied.
 * @module
 */

/* Menus close when somebody clicks elsewhere, moves the focus away, presses Escape or chooses an item. */

function closeMenus(isLeft) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!isLeft(menu)) continue
    menu.open = false
    if (menu.contains(document.activeElement)) menu.querySelector('summary').focus()
  }
}

document.addEventListener('click', ({ target }) =>
  closeMenus((menu) => !menu.contains(target) || target.closest('a')),
)
document.addEventListener('focusin', ({ target }) => closeMenus((menu) => !menu.contains(target)))
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(() => true)
})

/* Forms: a double click must not send one twice, as the second answer would hide the first. */

let sentForm

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  if (event.target === sentForm) event.preventDefault()
  sentForm = event.target
})
// The page may be shown again by the browser's Back.
addEventListener('pageshow', () => (sentForm = undefined))

/* Dates: the server writes the day, which stays true on a saved page; this says how long ago it was. */

const steps = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const maxSeconds = 40 * 86_400
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

for (const time of document.querySelectorAll('time[data-relative]')) {
  const at = new Date(time.dateTime)
  const seconds = (at - Date.now()) / 1000
  time.title = at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  if (Math.abs(seconds) > maxSeconds) continue
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? []
  const now = seconds > 0 ? 'in a moment' : 'just now'
  time.textContent = unit === undefined ? now : words.format(Math.round(seconds / length), unit)
}

/* The frame of a diagram gets the height that its page asks for. */

const maxHeight = 2000
const diagramFrames = () => document.querySelectorAll('.diagram > iframe')

addEventListener('message', ({ source, data }) => {
  const height = Number(data?.diagramHeight)
  if (!(height >= 1)) return
  for (const frame of diagramFrames()) {
    if (frame.contentWindow !== source) continue
    frame.style.height = `${Math.min(Math.ceil(height), maxHeight)}px`
  }
})
// A diagram that was drawn before this script told its height to nobody: ask for it.
for (const frame of diagramFrames()) frame.contentWindow.postMessage('height', '*')

/* Copying */

const announcer = document.createElement('output')
announcer.className = 'visually-hidden'
document.querySelector('main').append(announcer)

for (const block of document.querySelectorAll('.code:not(:has([data-copy])) > pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy this code')
  block.previousElementSibling.append(button)
  copyWith(button, block)
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  copyWith(button, document.getElementById(button.dataset.copy))
}

function copyWith(button, source) {
  const label = button.firstChild
  button.addEventListener('click', async () => {
    const isCopied = await copy(source)
    label.data = isCopied ? 'Copied' : 'Selected'
    announcer.textContent = isCopied ? 'Copied' : 'The text is selected: copy it with the keyboard'
    setTimeout(() => {
      label.data = 'Copy'
      announcer.textContent = ''
    }, 2_000)
  })
}

/** Without HTTPS there is no clipboard, but selected text can still be copied. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(source)
    return document.execCommand('copy')
  }
}
