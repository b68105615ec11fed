/**
 * Where an import goes, and what it signs in with. The imported folder may name the service, which the
 * user has to confirm; where tokens are read from it never says.
 * @module
 */
import type { Command } from 'commander'
import { type OptionValues, optionTable } from '../../config/config.ts'
import { readOptions } from '../command-options.ts'
import type { CliContext } from '../context.ts'
import { confirmEndpoint } from './confirmed-endpoints.ts'
import { readImportConfig } from './import-config.ts'
import type { TokenFile } from './import-token.ts'

export interface ImportTarget {
  readonly values: OptionValues
  /** Tell of a file that holds a token. */
  tokenFile(name: 'tokenFile' | 'hostTokenFile'): TokenFile
  /**
   * Make sure that tokens may go to the endpoint; `isJson` where programs read what is printed.
   * @throws {UsageError} When only a file of the imported folder says so.
   */
  confirm(isJson: boolean): Promise<void>
}

/**
 * Read the options of a command that sends a token.
 * @param place The folder of the files, and the configuration that was named.
 * @throws {UsageError} When they are no options.
 */
export function readImportTarget(
  command: Command,
  context: CliContext,
  { base, config }: { readonly base: string; readonly config: string | undefined },
): ImportTarget {
  const { file, isNamed, texts } = readImportConfig(base, config)
  const values = readOptions(command, context.env, texts)
  const isFlag = (name: 'tokenFile' | 'hostTokenFile' | 'endpoint'): boolean =>
    command.getOptionValueSource(name) === 'cli'
  const isOfUser = (name: 'tokenFile' | 'hostTokenFile' | 'endpoint'): boolean =>
    isNamed || isFlag(name) || Boolean(context.env[optionTable[name].env])
  return {
    values,
    tokenFile: (name) => ({
      path: values[name],
      isFlag: isFlag(name),
      isNamed: isOfUser(name),
    }),
    async confirm(isJson) {
      const { endpoint } = values
      if (endpoint !== undefined && !isOfUser('endpoint')) {
        await confirmEndpoint({ endpoint, file }, context, isJson)
      }
    },
  }
}
