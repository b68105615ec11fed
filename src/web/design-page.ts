/** Every component in every state, for those who build pages of them: at `/design`, not linked. @module */
import { html } from 'hono/html'
import { errorLine, selectField, textField } from './components/form-fields.ts'
import { icon, iconNames } from './components/icon-names.ts'
import {
  copyableBlock,
  dataTable,
  emptyState,
  noticeLine,
  pageHead,
  personTile,
  spaceTile,
} from './components/parts.ts'
import { dayOf } from './components/time-words.ts'
import { type Markup, rendered } from './frame/markup.ts'
import type { Show } from './frame/show.ts'
import type { WebHandlers } from './web-map.ts'

export function designRoute(show: Show): WebHandlers {
  return { 'GET /design': (c) => show(c, 200, 'Design', designPage(), { isWide: true }) }
}

function designPage(): Markup {
  const part = (name: string, shown: Markup): Markup =>
    html`<section id="${name.toLowerCase()}"><h2>${name}</h2>${shown}</section>`
  const parts = { Buttons, Icons, Badges, Fields, Menus, Notices, Tables, Documents }
  return html`${pageHead('Design', { path: '/design', label: 'Main action' })}
${Object.entries(parts).map(([name, shown]) => part(name, shown))}`
}

const Buttons = html`<p><button type="button">Main</button> <button class="plain" type="button">Plain</button>
<button class="quiet" type="button">Quiet</button> <button class="danger" type="button">Delete</button>
<button type="button" disabled>Disabled</button> <a class="button plain" href="#buttons">${icon('plus')}A link</a>
<button class="icon-button" type="button" aria-label="More">${icon('ellipsis')}</button></p>`

const Icons = html`<p>${iconNames.map((name) => html`<span title="${name}">${icon(name)}</span> `)}</p>`

const Badges = html`<p><span class="badge">Expired</span> <span class="badge info">${icon('info')}New</span>
<span class="badge good">${icon('check')}Active</span> <span class="badge care">${icon('clock')}Ends soon</span>
<span class="badge stop">${icon('circle-x')}Refused</span> <a class="chip" href="#badges">${icon('tag')}label</a>
${spaceTile('Platform')} ${personTile('Mia Keller')} <kbd>Ctrl K</kbd> ${dayOf(new Date('2026-01-05T10:00:00Z'))}</p>`

const empty = { value: '', problem: undefined }
const Fields = html`<form class="broad">${errorLine('The name is taken.')}
${textField({ ...empty, name: 'name', label: 'Name', hint: 'Seen by everybody.', value: 'docs' })}
${textField({ ...empty, name: 'key', label: 'Key', problem: { field: 'key', message: 'taken' } })}
${selectField({ ...empty, name: 'days', label: 'Ends after' }, [['7', '7 days']])}
<label for="text">Text</label><textarea id="text" rows="3" placeholder="Placeholder"></textarea>
<div class="choice"><input type="checkbox" id="tick" checked><label for="tick">Ticked</label></div>
<div class="choice"><input type="radio" id="dot" name="dot"><label for="dot">One of some</label></div></form>`

const Menus = html`<details class="menu"><summary class="icon-button" aria-label="A menu">${icon('ellipsis')}</summary>
<div class="pop"><ul class="menu-list"><li><a href="#menus">${icon('pencil')}Edit</a></li>
<li><a href="#menus" aria-current="true">${icon('history')}Current</a></li></ul>
<ul class="menu-list"><li><button class="danger" type="button">${icon('trash-2')}Delete…</button></li></ul></div></details>
<button class="plain" type="button" popovertarget="sample-pop">A panel</button>
<div class="pop" id="sample-pop" popover><p>Closes by Escape, and by a click beside it.</p></div>`

const Notices = html`${noticeLine('The page is moved.')}<p class="warning">The license ends in five days.</p>
<p class="problem">The page could not be saved.</p>
${emptyState('There is no token yet', 'A token lets a program import pages.', { path: '/design', label: 'Create a token' })}`

const Tables = dataTable(
  'Tokens',
  ['Name', 'State', 'Ends'],
  [
    ['ci-handbook', html`<span class="badge good">${icon('check')}Active</span>`, '19 Feb 2027'],
    ['trial', html`<span class="badge stop">${icon('circle-x')}Refused</span>`, 'in 4 weeks'],
  ],
)

const Documents = html`<div class="document">${['tip', 'info', 'warning', 'error', 'success'].map((kind) => rendered(`<div class="panel panel-${kind}" role="note" aria-label="${kind}"><p class="panel-label">A ${kind}</p><p>With <code>code</code> and a <a href="#documents">link</a>.</p></div>`))}
<details><summary>What unfolds</summary><p>Its content.</p></details>
<blockquote><p>What somebody said.</p></blockquote></div>
${copyableBlock('sample', 'npm run design', 'Command')}`
