/** `markport demo`: the whole of it in one minute, on a store of its own. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { firstAdministrator } from '../../accounts/initialize-store.ts'
import { apiTokens } from '../../accounts/tokens/api-tokens.ts'
import type { OptionValues } from '../../contract/options/option-table.ts'
import { importFolder } from '../../folder/import-folder.ts'
import { type ServeOptions, toServeOptions } from '../../server/service/serve-options.ts'
import type { RunningServer } from '../../server/service/server.ts'
import { trialSnippet } from '../../server/web/components/import-snippets.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { addOptions, readOptions, storePlace } from '../command-options.ts'
import { type CliContext, CommandError } from '../context.ts'
import { commandLineActor, createSpaceAsAdministrator, workOn } from '../store/store.ts'
import { printResult, type TextOutput } from '../text-output.ts'
import { serveOptions, startService } from './serve.ts'

const demoKey = 'DEMO'
const demoPorts = 20
const tokenLifetimeMs = 24 * 60 * 60 * 1000

export function registerDemo(program: Command, context: CliContext): void {
  const command = program
    .command('demo')
    .description(
      'Start with a demo space, import the docs folder over HTTP, print the URLs and keep serving.',
    )
  addOptions(command, ['listen', 'data', 'json']).action(async () => {
    const flags = command.opts() as { listen?: string; data?: string }
    const isOwnFolder = flags.data === undefined && !context.env.MARKPORT_DATA
    const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'markport-demo-')) : undefined
    // The demo must not touch a store that the environment names.
    const env = {
      ...context.env,
      MARKPORT_DATABASE_URL: undefined,
      MARKPORT_DATABASE_URL_FILE: undefined,
    }
    const values = { ...readOptions(command, env), ...(folder && { data: folder }) }
    try {
      await demo(
        values,
        flags.listen !== undefined || Boolean(context.env.MARKPORT_LISTEN),
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
  // Listen before the imports, so that a signal stops the demo cleanly.
  const stopSignal = context.untilStopped()
  const defaults = readOptions(addOptions(new Command(), serveOptions), {})
  const options = toServeOptions({ ...defaults, ...values }, storePlace(values))
  const server = await startSomewhere(options, isAddressGiven, context)
  try {
    const { space, token } = await prepare(values, context)
    const isJson = values.json ?? false
    const forPeople = isJson ? context.stderr : context.stdout
    forPeople.lines([`Markport is running at ${server.url}/`, '', 'Importing its own docs:', ''])
    const pages = await importDocs({ server, space, token }, forPeople)
    const { url, endpoint, appId, envId, setupLink } = server
    const { id: spaceId, homepageId: parentId } = space
    const json = { url, endpoint, appId, envId, spaceId, parentId, token, setupLink, pages }
    printResult(context, isJson, json, () => farewell({ server, space, token }, pages))
    await stopSignal
  } finally {
    await server.stop()
  }
}

/** Use the default port or the next free one; a given address is kept. */
async function startSomewhere(
  options: ServeOptions,
  isAddressGiven: boolean,
  context: CliContext,
): Promise<RunningServer> {
  for (let offset = 0; ; offset += 1) {
    try {
      const localOptions = { ...options, port: options.port + offset }
      return await startService(localOptions, { logLevel: 'error' }, context)
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
  return workOn(context, values, 'expect', async (store) => {
    const { database, clock } = store
    const space =
      (await findSpace(database, demoKey)) ??
      (await createSpaceAsAdministrator(store, demoKey, 'Demo'))
    const { token } = await apiTokens(store).create({
      name: `demo-${clock().getTime()}`,
      owner: firstAdministrator,
      lifetimeMs: tokenLifetimeMs,
      createdBy: commandLineActor,
    })
    return { space, token }
  })
}

interface DemoPage {
  readonly title: string
  readonly url: string
}

async function importDocs(
  { server, space, token }: DemoPlace,
  forPeople: TextOutput,
): Promise<DemoPage[]> {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const pages: DemoPage[] = []
  const { counts } = await importFolder({
    endpoint: server.endpoint,
    token,
    spaceId: space.key,
    parentId: space.homepageId,
    paths: [join(root, 'README.md'), join(root, 'docs')],
    workingFolder: root,
    source: 'markport',
    onEvent(event) {
      if (event.type !== 'page') return
      const { outcome, title, index, message = '', page } = event
      const reason = message && `: ${message}`
      forPeople.line(`  ${outcome.padEnd(9)} ${title}${reason}`)
      if (page !== undefined) pages[index] = { title, url: page.url }
    },
  })
  if (counts.failed + counts['not-sent'] > 0) {
    throw new CommandError('the docs could not be imported.')
  }
  return pages.filter(Boolean)
}

function farewell({ server, space, token }: DemoPlace, pages: readonly DemoPage[]): string[] {
  const { endpoint } = server
  const place = { endpoint, spaceKey: space.key, parentId: space.homepageId }
  const signIn =
    server.setupLink === undefined
      ? ['Manage it as "admin":', `  ${server.url}/sign-in`]
      : ['Manage it as "admin", after choosing a password:', `  ${server.setupLink}`]
  return [
    '',
    'Read them:',
    ...pages.map(({ url, title }) => `  ${url}  ${title}`),
    '',
    ...signIn,
    '',
    'Endpoint:',
    `  ${endpoint}`,
    '',
    'Token, good for a day:',
    `  ${token}`,
    '',
    'Import a page yourself:',
    '',
    ...trialSnippet(place, token).split('\n'),
    '',
    'Stop it with Ctrl+C.',
  ]
}
