/** `markport adopt`: proposes which pages that are there belong to which files. Writes no page. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { counted } from '../../base/visible-text.ts'
import type { OptionName } from '../../config/config.ts'
import {
  AdoptionError,
  acceptAdoption,
  adoptionText,
} from '../../folder-import/adopt/accept-adoption.ts'
import {
  type Adoption,
  type ProposedMatch,
  proposeAdoption,
} from '../../folder-import/adopt/propose-adoption.ts'
import { ManifestError, ownManifest } from '../../folder-import/run/manifest-file.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { addOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { textTable } from '../output.ts'
import { readTarget, toDialect } from './import.ts'
import { readPaths } from './import-paths.ts'
import { type ImportTarget, readImportTarget } from './import-target.ts'
import { readHostToken } from './import-token.ts'

const adoptOptions: readonly OptionName[] = [
  ...(['endpoint', 'space', 'parent', 'hostTokenFile'] as const),
  ...(['exclude', 'allowIgnored', 'glob', 'titleFrom', 'dialect', 'docsVersion'] as const),
  ...(['pageIds', 'timeout', 'fileTimeout', 'maxBody', 'manifest', 'json'] as const),
]

interface AdoptFlags {
  readonly config?: string
  readonly plan?: string
  readonly apply?: string
}

export function registerAdopt(program: Command, context: CliContext): void {
  const command = program
    .command('adopt')
    .description(
      'Propose which pages that are there belong to which files of a folder, by title, place, name and text. Needs a host token; writes no page.',
    )
    .argument('<path...>', 'Files and folders that are to be imported.')
    .option('--config <file>', 'Options as JSON; by default markport.json beside the files.')
    .option('--plan <file>', 'Write the proposal to a file, to be read and changed.')
    .option(
      '--apply <file>',
      'Write such a file into the manifest: the next import takes its pages.',
    )
  addOptions(command, adoptOptions).action((paths: string[]) => run(command, paths, context))
}

async function run(command: Command, paths: readonly string[], context: CliContext): Promise<void> {
  const { config, plan, apply } = command.opts() as AdoptFlags
  if (paths.includes('-')) throw new UsageError('- is no file that a page could belong to.')
  if (plan !== undefined && apply !== undefined) {
    throw new UsageError('--plan writes a proposal that a person reads before --apply: give one.')
  }
  const { base, ...sources } = await readPaths(paths, undefined, context)
  const sender = readImportTarget(command, context, { base, config })
  const { values } = sender
  const { exclude, allowIgnored, glob, titleFrom, docsVersion, pageIds } = values
  const read = {
    ...sources,
    ...(exclude && { exclude }),
    ...(allowIgnored && { allowIgnored }),
    ...(glob && { glob }),
    ...{ titleFrom, docsVersion, pageIds },
    dialects: values.dialect?.map(toDialect),
    maxBodyBytes: values.maxBody as number,
    fileTimeoutMs: values.fileTimeout as number,
  }
  try {
    const files: Files = { ...read, manifestFile: values.manifest ?? ownManifest(base) }
    if (apply !== undefined) await accept(apply, files, context, sender)
    else await propose(plan, files, context, sender)
  } catch (error) {
    const isWorded = [AdoptionError, ImportError, ManifestError].some(
      (kind) => error instanceof kind,
    )
    throw isWorded ? new CommandError((error as Error).message) : error
  }
}

type Files = Omit<Parameters<typeof acceptAdoption>[1], 'parentId'>

async function accept(
  file: string,
  files: Files,
  { stdout, stderr }: CliContext,
  { values }: ImportTarget,
): Promise<void> {
  const count = await acceptAdoption(readText(file), files)
  if (values.json) stdout.json({ type: 'applied', files: count, manifest: files.manifestFile })
  else
    stderr.line(
      `${counted(count, 'file')} of ${files.manifestFile} have pages by it. See what an import would do to them: markport import --dry-run`,
    )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--apply: ${(error as Error).message}.`)
  }
}

async function propose(
  file: string | undefined,
  files: Files,
  context: CliContext,
  sender: ImportTarget,
): Promise<void> {
  const { stdout, stderr } = context
  const { json: isJson = false, timeout } = sender.values
  const place = readTarget(sender.values)
  const hostToken = readHostToken(sender.tokenFile('hostTokenFile'), context.env)
  if (hostToken === undefined) {
    throw new UsageError(
      'There is no host token. Set MARKPORT_HOST_TOKEN or give --host-token-file.',
    )
  }
  await sender.confirm(isJson)
  const interrupted = new AbortController()
  void context.untilStopped().then(() => interrupted.abort())
  const adoption = await proposeAdoption({
    ...files,
    ...place,
    hostToken,
    timeoutMs: timeout as number,
    signal: interrupted.signal,
    onProgress(what, pages) {
      if (!isJson && pages % 100 === 0) stderr.line(`${counted(pages, 'page')} ${what} so far.`)
    },
  }).catch((error: unknown) => {
    throw interrupted.signal.aborted ? new CommandError('the command was interrupted.') : error
  })
  if (file !== undefined) writeText(file, adoptionText(adoption))
  if (isJson) stdout.json({ type: 'adoption', ...adoption })
  else tell(adoption, file, context)
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(`--plan: ${(error as Error).message}.`)
  }
}

function tell(adoption: Adoption, file: string | undefined, { stdout, stderr }: CliContext): void {
  const { matches, unsure, newFiles, knownFiles, otherPages } = adoption
  const rows = matches.map((match) => [match.file, match.page.id, match.page.title, because(match)])
  if (rows.length > 0) stdout.lines(textTable(['FILE', 'PAGE', 'TITLE', 'BECAUSE'], rows))
  for (const one of unsure) {
    stderr.line(
      `${one.file}: pages ${one.pageIds.join(', ')} have its title, and nothing tells them apart.`,
    )
  }
  stderr.lines([
    `${counted(matches.length, 'file')} would have a page that is there, ${newFiles.length + unsure.length} a new one; ${knownFiles.length} have theirs already.`,
    `${counted(otherPages.length, 'page')} would stay as they are. Nothing was written.`,
  ])
  if (matches.length === 0) return
  stderr.line(
    file === undefined
      ? 'To take it: give --plan FILE, read that file, then give it as --apply.'
      : `Read ${file}, take out or change what is wrong, then: --apply ${file}`,
  )
}

function because({ reason, likeness = 0, page, title, isMoved }: ProposedMatch): string {
  const reasons = {
    place: 'title and place',
    title: 'title',
    name: 'name of the file',
    text: `text, ${Math.round(likeness * 100)} % alike`,
  }
  const changes = [
    ...(page.title === title ? [] : [`would be renamed to "${title}"`]),
    ...(isMoved ? ['would be moved'] : []),
  ]
  return [reasons[reason], ...changes].join('; ')
}
