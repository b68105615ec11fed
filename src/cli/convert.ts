/** `markport convert`: one file, no store, no server. @module */
import { Argument, type Command, Option } from 'commander'
import { MarkdownLimitError } from '../convert/markdown-limit-error.ts'
import { type CliContext, CommandError } from './context.ts'
import { readNamedFile } from './named-file.ts'

type Format = 'adf' | 'storage' | 'html' | 'text'

/**
 * Add the command.
 * @param program The program.
 * @param context What it may use.
 */
export function registerConvert(program: Command, context: CliContext): void {
  program
    .command('convert')
    .description('Convert a Markdown file and print the result; warnings go to stderr.')
    .addArgument(new Argument('<file>', 'The file; - reads standard input.'))
    .addOption(
      new Option('--to <format>', 'What to print.')
        .choices(['adf', 'storage', 'html', 'text'])
        .default('adf'),
    )
    .action((file: string, { to }: { to: Format }) => convert(file, to, context))
}

async function convert(file: string, format: Format, context: CliContext): Promise<void> {
  const markdown = decode(file, await read(file, context))
  const { markdownToAdf } = await import('../convert/markdown-to-adf.ts')
  try {
    const { adf, warnings } = markdownToAdf(markdown)
    for (const { line, severity, message } of warnings) {
      context.stderr.line(`${file}:${line}: ${severity}: ${message}`)
    }
    if (format === 'adf') context.stdout.json(adf)
    else context.stdout.document(await render(adf, format))
  } catch (error) {
    if (error instanceof MarkdownLimitError) throw new CommandError(`${file}: ${error.message}`)
    throw error
  }
}

async function render(
  adf: Parameters<typeof import('../render/adf-to-html.ts')['adfToHtml']>[0],
  format: Exclude<Format, 'adf'>,
): Promise<string> {
  switch (format) {
    case 'storage':
      return (await import('../render/adf-to-storage.ts')).adfToStorage(adf)
    case 'html':
      return (await import('../render/adf-to-html.ts')).adfToHtml(adf)
    case 'text':
      return (await import('../render/adf-to-text.ts')).adfToText(adf)
  }
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
