/** Options of signing in. @module */

import { namedRows, optionRow } from './option-rows.ts'
import { file, freeText, groupAccess, issuer, keepTime, textList, wordOf } from './option-values.ts'

export const signInRows = namedRows({
  oidcIssuer: optionRow(issuer, 'OpenID provider by which people sign in: its issuer, over HTTPS.'),
  oidcClientId: optionRow(freeText('id'), 'Id that the provider gave this service.'),
  oidcClientSecretFile: optionRow(
    file,
    'File with the secret that the provider gave this service, instead of MARKPORT_OIDC_CLIENT_SECRET.',
  ),
  oidcName: optionRow(
    freeText('name'),
    'What people call the provider; the button says "Sign in with" and this.',
    { fallback: 'single sign-on' },
  ),
  oidcGroupsClaim: optionRow(freeText('claim'), "Claim that lists the user's groups.", {
    fallback: 'groups',
  }),
  oidcAdministrators: optionRow(
    textList('groups'),
    'Groups whose users are administrators, between commas; claim=value asks another claim.',
  ),
  oidcAccess: optionRow(
    groupAccess,
    'What groups may do in spaces, as group=KEY:read or group=KEY:write, between commas.',
  ),
  oidcGroupsMaxAge: optionRow(
    keepTime,
    'How long what groups give counts without another sign-in by the provider: 1d or more, or forever.',
    { fallback: '90d' },
  ),
  passwordSignIn: optionRow(
    wordOf('how', 'on', 'off'),
    'Whether passwords let people in beside the provider: on or off.',
    { fallback: 'on' },
  ),
  requireSecondFactor: optionRow(
    wordOf('who', 'nobody', 'administrators', 'all'),
    'Who must have a second factor, also beside the provider: nobody, administrators or all.',
    { fallback: 'nobody' },
  ),
})
