/** `markport convert`: converts one file without a store or server. @module */
import { Argument, type Command, Option } from 'commander'
import { MarkdownLimitError } from '../convert/markdown-limit-error.ts'
import type { FileWatch } from '../folder/documents/file-watch.ts'
import { DocumentError } from '../folder/files/read-failure.ts'
import { addOptions, readOptions } from './command-options.ts'
import { type CliContext, CommandError, readNamedFile } from './context.ts'

type Format = 'adf' | 'storage' | 'html' | 'text'
type AdfDoc = Parameters<typeof import('../convert/adf/node-text.ts')['adfToText']>[0]

/** A long data URL can stand in many places, so the JSON could exceed the longest string. */
const maxJsonLength = 64 * 1024 * 1024

export function registerConvert(program: Command, context: CliContext): void {
  const command = program
    .command('convert')
    .description('Convert a Markdown file and print the result; warnings go to stderr.')
    .addArgument(new Argument('<file>', 'The file; - reads standard input.'))
    .addOption(
      new Option('--to <format>', 'What to print.')
        .choices(['adf', 'storage', 'html', 'text'])
        .default('adf'),
    )
  addOptions(command, ['fileTimeout', 'json']).action((file: string, { to }: { to: Format }) => {
    const { fileTimeout, json = false } = readOptions(command, context.env)
    const options = { format: to, timeoutMs: fileTimeout as number, isJson: json }
    return convert(file, options, context)
  })
}

interface ConvertOptions {
  readonly format: Format
  readonly timeoutMs: number
  readonly isJson: boolean
}

async function convert(
  file: string,
  { format, timeoutMs, isJson }: ConvertOptions,
  context: CliContext,
): Promise<void> {
  const markdown = decode(file, await read(file, context))
  const { markdownToAdf } = await import('../convert/markdown-to-page.ts')
  try {
    const { fileWatch } = await import('../folder/documents/file-watch.ts')
    const watch = fileWatch(timeoutMs)
    const { adf, warnings } = watch.parse(markdown, () =>
      markdownToAdf(markdown, {}, maxJsonLength),
    )
    const result = format === 'adf' ? adf : await render(adf, format, watch)
    if (isJson) return context.stdout.json({ [format]: result, warnings })
    for (const { line, severity, message } of warnings) {
      context.stderr.line(`${file}:${line}: ${severity}: ${message}`)
    }
    if (typeof result === 'string') context.stdout.document(result)
    else context.stdout.json(result)
  } catch (error) {
    const isWorded = error instanceof MarkdownLimitError || error instanceof DocumentError
    if (isWorded) throw new CommandError(`${file}: ${error.message}`)
    throw error
  }
}

async function render(
  adf: AdfDoc,
  format: Exclude<Format, 'adf'>,
  watch: FileWatch,
): Promise<string> {
  const write = await renderers[format]()
  return watch.run(() => write(adf))
}

export const renderers: Readonly<
  Record<Exclude<Format, 'adf'>, () => Promise<(adf: AdfDoc) => string>>
> = {
  storage: async () => (await import('../convert/render/adf-to-storage.ts')).adfToStorage,
  html: async () => (await import('../convert/render/adf-to-html.ts')).adfToHtml,
  text: async () => (await import('../convert/adf/node-text.ts')).adfToText,
}

async function read(file: string, { stdin }: CliContext): Promise<Uint8Array> {
  if (file !== '-') return readNamedFile(file)
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${file}: this is not UTF-8 text. Convert it, such as with iconv.`)
  }
}
