/** The help page, and rules for search engines. @module */
import { html } from 'hono/html'
import { version } from '../../contract/base/version.ts'
import type { Markup } from './frame/markup.ts'
import { show } from './frame/show.ts'
import type { Pages } from './pages.ts'

export const helpPages: Pages = {
  'GET /help': {
    who: 'anyone',
    answer: (c) => show(c, 200, 'Help', helpPage(c.get('viewer') !== undefined), { isKept: true }),
  },
}

/** Search engines need not index these addresses: other forms of the same pages, or search results. */
const unindexed = [
  '/search',
  ...['children', 'compare', 'history', 'markdown'].map((part) => `/wiki/spaces/*/${part}/`),
]

/** Rules for search engines, which index each page of an open wiki once. */
export const robotsPages: Pages = {
  'GET /robots.txt': {
    who: 'anyone',
    answer: (c, { readers }) => {
      const disallowed = readers === 'anyone' ? unindexed : ['/']
      return c.text(
        ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), ''].join('\n'),
      )
    },
  },
}

function helpPage(isSignedIn: boolean): Markup {
  return html`<h1>Help</h1>
<p>Markport keeps pages that are written in Markdown.</p>
<h2>Read</h2>
<p><a href="/">Home</a> lists the spaces that you may read, and what changed last. A page stands between the pages of its space and the list of its headings. The menu ⋯ above it has its history and its Markdown; where you may write, also the way to put it into the trash, from where it can be restored.</p>
<h2>Search</h2>
<p>A page is found when it has all of the words. The start of a word is enough: <code>inst</code> finds “installation”. A slip in a word still finds.</p>
<h2>Write and import</h2>
<p><a href="/import">New page</a> takes a title and Markdown, written, pasted or dropped, and shows the page before it is saved. A folder that is dropped there becomes a page for each file. Programs import with a token, which you make under <a href="/manage/tokens">Tokens</a>; <a href="/api">API</a> has examples, and <a href="/manage/imports">Import log</a> says what became of each import.</p>
<h2>Keyboard</h2>
<dl class="facts">
<dt><kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>Search</dd>
<dt><kbd>Tab</kbd></dt><dd>Go to the next link or field. The first one leads past the menu to the content.</dd>
<dt><kbd>Esc</kbd></dt><dd>Close a menu</dd>
</dl>
${isSignedIn ? html`<p class="hint">Markport ${version}</p>` : html`<p>To import you <a href="/sign-in">sign in</a>. An administrator gives you a user.</p>`}`
}
