/** Shows the text of a new or renewed token; reloads work for some minutes. @module */
import { html } from 'hono/html'
import { getLicense } from '../../../accounts/license.ts'
import { licenseProblem } from '../../../accounts/tokens/authenticate-api-token.ts'
import { findShownToken } from '../../../accounts/tokens/shown-tokens.ts'
import type { Token } from '../../../accounts/tokens/tokens.ts'
import { findSpace, listWritableSpaces } from '../../../wiki/import/spaces.ts'
import { docsWorkflow, trialSnippet } from '../components/import-snippets.ts'
import { copyableBlock } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { showingOf } from './new-token.ts'
import { findVisibleToken, tokenList } from './tokens.ts'

const allTokens = html`<p class="ways"><a href="${tokenList.path}">All tokens</a></p>`

export const tokenTextPages: Pages<ManageDependencies> = {
  [`GET ${tokenList.path}/new/:submission`]: {
    who: 'users',
    answer: async (c, dependencies) => {
      const { database, clock, show } = dependencies
      const showing = showingOf(c, c.req.param('submission') ?? '')
      const shownToken = await findShownToken(database, showing, clock())
      const token = shownToken && (await findVisibleToken(c, dependencies, shownToken.tokenId))
      if (shownToken === undefined || token === undefined) {
        return show(c, 404, 'Not shown any more', notShown)
      }
      const { until, token: text } = shownToken
      const isApi = token.kind === 'api'
      const afterwards = isApi
        ? 'After that, renew it to get a new token.'
        : 'After that, create another one.'
      const main = html`<h1>Your token ${token.name}</h1>
${isApi ? await licenseWarning(token, dependencies) : ''}
<p>For ${token.owner}, until ${exactTime(token.expiresAt)}. <strong>Copy it now: this page shows it until ${exactTime(until)}</strong>, in this browser and while you are signed in. ${afterwards}</p>
${copyableBlock('token', text, isApi ? 'API token' : 'Host token', { isWrapped: true })}
<h2>Try it</h2>
${isApi ? await importTrial(token, text, dependencies) : readTrial(text, dependencies.publicUrl())}
${allTokens}`
      return show(c, 200, `Token ${token.name}`, main)
    },
  },
}

const notShown: Markup = html`<h1>This token is not shown any more</h1>
<p>The text of a new token is shown for 10 minutes, to whoever made it and did not sign out since. If you did not copy it, renew it to get a new one. A host token cannot be renewed: create another one.</p>
${allTokens}`

async function licenseWarning(
  { license: tokenLicense }: Token,
  { database, clock }: ManageDependencies,
): Promise<Markup | ''> {
  const problem = tokenLicense && licenseProblem(tokenLicense, await getLicense(database), clock())
  if (!problem) return ''
  return html`<p class="warning" role="alert">It will answer 402 for now. ${problem}</p>`
}

async function importTrial(
  { owner, spaces }: Token,
  text: string,
  { database, users, endpoint }: ManageDependencies,
): Promise<Markup> {
  const userId = (await users.findByName(owner))?.id ?? 0
  const [key] = spaces ?? []
  const [space] =
    key === undefined
      ? await listWritableSpaces(database, userId, 1)
      : [await findSpace(database, key, { writableBy: { userId } })]
  const place = {
    endpoint: endpoint(),
    spaceKey: space?.key ?? 'SPACE',
    parentId: space?.importParentId ?? 'PAGE_ID',
  }
  const query = space === undefined ? '' : `?space=${place.spaceKey}&parent=${place.parentId}`
  return html`${space === undefined ? html`<p class="warning">${owner} cannot write to any space yet. Put the key of a space and the id of a page for <code>SPACE</code> and <code>PAGE_ID</code>.</p>` : html`<p>This imports a page below the homepage of the space ${place.spaceKey}. It contains the token.</p>`}
${copyableBlock('curl', trialSnippet(place, text), 'curl command')}
<h2>From GitHub Actions</h2>
<p>Save the token as the secret <code>MARKPORT_TOKEN</code> of the repository, and this as <code>.github/workflows/publish-docs.yml</code>. It imports the folder <code>docs</code> whenever that changes. <a href="/api${query}#examples">Other ways to import</a></p>
${copyableBlock('workflow', docsWorkflow(place), 'workflow file')}`
}

function readTrial(text: string, publicUrl: string): Markup {
  const request = `curl -sS '${publicUrl}/wiki/api/v2/spaces' \\\n  -H 'Authorization: Bearer ${text}'`
  return html`<p>This lists the spaces that it reads. It contains the token.</p>
${copyableBlock('curl', request, 'curl command')}
<p>Agents send it to <code>${publicUrl}/mcp</code>, readers of feeds and of Markdown to the page's own address. <a href="/api">All ways to read</a></p>`
}
