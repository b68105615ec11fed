/** Asks a person for what connects a space, where it is missing. @module */
import type { OptionValues } from '../../config/config.ts'
import type { Asker } from '../ask.ts'

type PlaceValues = Pick<OptionValues, 'siteUrl' | 'remoteSpace' | 'siteEmail' | 'siteTokenFile'>

const questions: readonly (readonly [keyof PlaceValues, string])[] = [
  ['siteUrl', 'Address of Confluence, such as https://acme.atlassian.net/wiki:'],
  ['remoteSpace', 'Key of the space there, such as ENG:'],
  ['siteEmail', 'E-mail address of the account (none for Data Center):'],
  ['siteTokenFile', 'File whose first line is its token (none if it is in the environment):'],
]

/**
 * Ask for what is missing. Who names the site and the space is asked for nothing: an account without an
 * address, and a token of the environment, are as good as others.
 * @param values What was given.
 * @param askPerson Asks; undefined where there is nobody.
 * @returns What was given, with what was answered.
 */
export async function askForPlace<Values extends PlaceValues>(
  values: Values,
  askPerson: Asker | undefined,
): Promise<Values> {
  if (askPerson === undefined || (values.siteUrl && values.remoteSpace)) return values
  const answered: Partial<Record<keyof PlaceValues, string | undefined>> = { ...values }
  for (const [name, question] of questions) {
    if (answered[name] === undefined) answered[name] = (await askPerson(question)) || undefined
  }
  return { ...values, ...answered }
}
