/** `markport demo`: the whole of it in one minute, on a store of its own. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { apiTokens } from '../auth/api-tokens.ts'
import { firstAdministrator } from '../auth/initialize-store.ts'
import { type OptionValues, optionTable } from '../config.ts'
import { RequestError } from '../errors.ts'
import type { RunningServer, ServeOptions } from '../server.ts'
import { findSpace } from '../wiki/spaces.ts'
import type { Space } from '../wiki/wiki.ts'
import { addOptions, readOptions } from './command-options.ts'
import { type CliContext, CommandError } from './context.ts'
import { start, toServeOptions } from './serve.ts'
import { createSpaceAsAdministrator } from './space.ts'
import { commandLineActor, withStore } from './store.ts'

const demoKey = 'DEMO'
const demoPorts = 20
const tokenLifetimeMs = 24 * 60 * 60 * 1000

/**
 * Add the command.
 * @param program The program.
 * @param context What it may use.
 */
export function registerDemo(program: Command, context: CliContext): void {
  const command = program
    .command('demo')
    .description(
      'Start with a demo space, import the docs folder over HTTP, print the URLs and keep serving.',
    )
  addOptions(command, ['listen', 'data']).action(async () => {
    const given = command.opts() as { listen?: string; data?: string }
    const isOwnFolder = given.data === undefined && !context.env.MARKPORT_DATA
    const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'markport-demo-')) : undefined
    // The demo never touches a store that the environment names for real work.
    const env = { ...context.env, MARKPORT_DATABASE_URL: undefined }
    const values = { ...readOptions(command, env), ...(folder && { data: folder }) }
    try {
      await demo(
        values,
        given.listen !== undefined || Boolean(context.env.MARKPORT_LISTEN),
        context,
      )
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function demo(
  values: OptionValues,
  isAddressGiven: boolean,
  context: CliContext,
): Promise<void> {
  // Asked for first: a signal during the imports ends the demo in good order as well.
  const stopped = context.untilStopped()
  const options = toServeOptions({ ...defaults(), ...values })
  const server = await startSomewhere(options, isAddressGiven, context)
  try {
    const { space, token } = await prepare(values, context)
    context.stdout.write(`Markport is running at ${server.url}/\n\nImporting its own docs:\n\n`)
    const urls = await importDocs({ server, space, token }, context)
    context.stdout.write(farewell({ server, space, token }, urls))
    await stopped
  } finally {
    await server.stop()
  }
}

/** What `serve` would use for the options that the demo does not offer. */
function defaults(): OptionValues {
  const rows = Object.entries(optionTable).filter(([, { fallback }]) => fallback !== undefined)
  return Object.fromEntries(
    rows.map(([name, { fallback, parse }]) => [name, parse(fallback as string)]),
  ) as OptionValues
}

/** The usual port, or the next one that is free; an address that was asked for is kept to. */
async function startSomewhere(
  options: ServeOptions,
  isAddressGiven: boolean,
  context: CliContext,
): Promise<RunningServer> {
  for (let offset = 0; ; offset += 1) {
    try {
      const here = { ...options, port: options.port + offset }
      return await start(here, { logLevel: 'error' }, context)
    } catch (error) {
      const isTaken = error instanceof CommandError && / is in use\./.test(error.message)
      if (!isTaken || isAddressGiven || offset === demoPorts) throw error
    }
  }
}

interface DemoPlace {
  readonly server: RunningServer
  readonly space: Space
  readonly token: string
}

function prepare(
  values: OptionValues,
  context: CliContext,
): Promise<{ space: Space; token: string }> {
  return withStore(context, values, async (store) => {
    const { database, ids, clock } = store
    const space =
      (await findSpace(database, demoKey)) ??
      (await createSpaceAsAdministrator(store, demoKey, 'Demo'))
    const { token } = await apiTokens(database, ids, clock).create({
      name: `demo-${clock().getTime()}`,
      owner: firstAdministrator,
      lifetimeMs: tokenLifetimeMs,
      createdBy: commandLineActor,
    })
    return { space, token }
  })
}

interface ImportAnswer {
  readonly key: string
  readonly body: string
  readonly page?: { readonly url: string }
  readonly warnings?: readonly unknown[]
}

async function importDocs(place: DemoPlace, { stdout }: CliContext): Promise<string[]> {
  const urls: string[] = []
  for (const file of await listDocs()) {
    const markdown = await readFile(file, 'utf8')
    const [heading, title] = /^# +(.+)\n/.exec(markdown) ?? []
    const pageTitle = title?.trim() ?? basename(file, '.md')
    // The page shows its title, so the heading would stand there twice.
    const content = markdown.slice(heading?.length ?? 0)
    const startedAt = performance.now()
    const answer = await importPage(place, pageTitle, content)
    const ms = Math.round(performance.now() - startedAt)
    const warnings = answer.warnings?.length ?? 0
    const noted = warnings === 0 ? '' : `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`
    stdout.write(`  ${answer.key.padEnd(9)} ${pageTitle}  (${ms} ms${noted})\n`)
    if (answer.page === undefined) throw new RequestError('internal-error', answer.body)
    urls.push(answer.page.url)
  }
  return urls
}

async function listDocs(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).sort()
  return [join(root, 'README.md'), ...docs.map((name) => join(root, 'docs', name))]
}

async function importPage(
  { server, space, token }: DemoPlace,
  pageTitle: string,
  content: string,
): Promise<ImportAnswer> {
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      spaceId: space.id,
      parentId: space.homepageId,
      pageTitle,
      content,
      overwrite: true,
    }),
  })
  return (await response.json()) as ImportAnswer
}

function farewell({ server, space, token }: DemoPlace, urls: readonly string[]): string {
  const body = JSON.stringify({
    spaceId: space.key,
    parentId: space.homepageId,
    pageTitle: 'My first page',
    content: '# Hello\n\nImported with **curl**.',
    overwrite: true,
  })
  const { setupLink } = server
  const setup =
    setupLink === undefined
      ? ''
      : `Manage it: choose a password for "admin" by this link, then sign in:\n  ${setupLink}\n\n`
  return `
Read them:
${urls.map((url) => `  ${url}`).join('\n')}

${setup}Endpoint:
  ${server.endpoint}

Token, good for a day:
  ${token}

Import a page yourself:

curl -sS '${server.endpoint}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'

Stop it with Ctrl+C.
`
}
