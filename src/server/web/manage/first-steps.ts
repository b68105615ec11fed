/** The first steps on an empty store: space, token and import. @module */
import { html } from 'hono/html'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { type ListedSpace, listSpaces } from '../../../wiki/import/spaces.ts'
import { copyableBlock, type PageLink, stateBadge } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'
import type { ManageDependencies } from './manage-scope.ts'

export const firstStepsPath = '/manage/first-steps'

export const firstStepsPages: Pages<ManageDependencies> = {
  [`GET ${firstStepsPath}`]: {
    who: 'administrators',
    settings: {
      group: 'Administration',
      label: 'First steps',
      icon: 'flag',
      badge: {
        words: '',
        count: async ({ database }) =>
          (await readFirstSteps(database)).hasImport ? 'nothing to say' : 0,
      },
    },
    answer: async (c, { database, publicUrl, show }) => {
      const steps = listSteps(await readFirstSteps(database), publicUrl())
      const next = steps.find(({ isDone }) => !isDone)
      const main = html`<h1>First steps</h1>
${next === undefined ? allDone : html`<p>Three steps lead to the first page. Do each here or on the command line, as you like.</p>`}
<ol class="steps">${steps.map((step, index) => stepItem(step, index + 1, step === next))}</ol>
<p class="hint">The first two commands work on the store itself: on the server, with the <code>--data</code> or <code>--database-url</code> that it was started with.</p>`
      return show(c, 200, 'First steps', main)
    },
  },
}

interface Step {
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  readonly link: PageLink | undefined
  readonly command: string
}

const allDone: Markup = html`<p class="notice" role="status">All done. <a href="/manage/users">Users</a> is where colleagues are added and given access.</p>`

function stepItem({ title, text, isDone, link, command }: Step, number: number, isNext: boolean) {
  return html`<li${isNext ? html` aria-current="step"` : ''}>
<h2>${title}${isDone ? html` ${stateBadge('good', 'done')}` : ''}</h2>
<p>${text}</p>
${link === undefined ? '' : html`<p><a class="button${isNext ? '' : ' plain'}" href="${link.path}">${link.label}</a></p>`}
${copyableBlock(`step-${number}`, command, `Or by command, step ${number}`, { isWrapped: true })}
</li>`
}

function listSteps({ space, hasApiToken, hasImport }: FirstSteps, publicUrl: string): Step[] {
  const key = space?.key ?? 'DOCS'
  const parentId = space?.importParentId ?? 'PAGE_ID'
  const form = { path: `/import?space=${key}&parent=${parentId}`, label: 'Import a page' }
  return [
    {
      title: 'Create a space',
      text:
        space === undefined
          ? 'A space holds pages that belong together, such as the docs of a product. Access is given by space.'
          : `The space ${space.name} (${key}) is there.`,
      isDone: space !== undefined,
      link: { path: '/manage/spaces/new', label: 'Create a space' },
      command: "markport space create DOCS 'Product docs'",
    },
    {
      title: 'Create an API token',
      text: 'CI jobs and scripts import with a token. It can write where its owner can.',
      isDone: hasApiToken,
      link: { path: '/manage/tokens/new', label: 'Create a token' },
      command: 'markport token create ci-docs --expires-in 90d',
    },
    {
      title: 'Import',
      text: 'Write, paste or drop Markdown into the form, or send a whole folder with one command. A CI job can repeat it: what did not change makes no version.',
      isDone: hasImport,
      link: space && form,
      command: `export MARKPORT_TOKEN=…\nmarkport import docs --endpoint ${publicUrl} --space ${key} --parent ${parentId}`,
    },
  ]
}

export const firstStepsLead: Markup = html`<p class="notice">Nothing was imported yet. <a href="${firstStepsPath}">First steps</a></p>`

interface FirstSteps {
  readonly space: ListedSpace | undefined
  readonly hasApiToken: boolean
  readonly hasImport: boolean
}

export async function readFirstSteps(database: Database): Promise<FirstSteps> {
  const [[space], apiTokens, imports] = await Promise.all([
    listSpaces(database, { limit: 1 }),
    database.read(sql`select 1 from tokens where kind = 'api' limit 1`),
    database.read(sql`select 1 from imports limit 1`),
  ])
  return { space, hasApiToken: apiTokens.length > 0, hasImport: imports.length > 0 }
}
