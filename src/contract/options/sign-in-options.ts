/** Options of signing in. @module */
import {
  type OptionRows,
  parseGroupAccess,
  parseIssuer,
  parseKeepTime,
  parseList,
  parseText,
  parseWord,
} from './option-parsers.ts'

const switches = ['on', 'off'] as const
const secondFactorRules = ['nobody', 'administrators', 'all'] as const

export interface SignInOptionTypes {
  readonly oidcIssuer: string
  readonly oidcClientId: string
  readonly oidcClientSecretFile: string
  readonly oidcName: string
  readonly oidcGroupsClaim: string
  readonly oidcAdministrators: readonly string[]
  readonly oidcAccess: readonly {
    readonly group: string
    readonly spaceKey: string
    readonly access: 'read' | 'write'
  }[]
  readonly oidcGroupsMaxAge: number
  readonly passwordSignIn: (typeof switches)[number]
  readonly requireSecondFactor: (typeof secondFactorRules)[number]
}

export const signInRows: OptionRows<SignInOptionTypes> = {
  oidcIssuer: {
    flag: '--oidc-issuer',
    argument: '<url>',
    env: 'MARKPORT_OIDC_ISSUER',
    description: 'OpenID provider by which people sign in: its issuer, over HTTPS.',
    parse: parseIssuer,
  },
  oidcClientId: {
    flag: '--oidc-client-id',
    argument: '<id>',
    env: 'MARKPORT_OIDC_CLIENT_ID',
    description: 'Id that the provider gave this service.',
    parse: parseText,
  },
  oidcClientSecretFile: {
    flag: '--oidc-client-secret-file',
    argument: '<file>',
    env: 'MARKPORT_OIDC_CLIENT_SECRET_FILE',
    description:
      'File with the secret that the provider gave this service, instead of MARKPORT_OIDC_CLIENT_SECRET.',
    parse: parseText,
  },
  oidcName: {
    flag: '--oidc-name',
    argument: '<name>',
    env: 'MARKPORT_OIDC_NAME',
    fallback: 'single sign-on',
    description: 'What people call the provider; the button says "Sign in with" and this.',
    parse: parseText,
  },
  oidcGroupsClaim: {
    flag: '--oidc-groups-claim',
    argument: '<claim>',
    env: 'MARKPORT_OIDC_GROUPS_CLAIM',
    fallback: 'groups',
    description: "Claim that lists the user's groups.",
    parse: parseText,
  },
  oidcAdministrators: {
    flag: '--oidc-administrators',
    argument: '<groups>',
    env: 'MARKPORT_OIDC_ADMINISTRATORS',
    isRepeatable: true,
    description:
      'Groups whose users are administrators, between commas; claim=value asks another claim.',
    parse: parseList,
  },
  oidcAccess: {
    flag: '--oidc-access',
    argument: '<rules>',
    env: 'MARKPORT_OIDC_ACCESS',
    isRepeatable: true,
    description:
      'What groups may do in spaces, as group=KEY:read or group=KEY:write, between commas.',
    parse: parseGroupAccess,
  },
  oidcGroupsMaxAge: {
    flag: '--oidc-groups-max-age',
    argument: '<age>',
    env: 'MARKPORT_OIDC_GROUPS_MAX_AGE',
    fallback: '90d',
    description:
      'How long what groups give counts without another sign-in by the provider: 1d or more, or forever.',
    parse: parseKeepTime,
  },
  passwordSignIn: {
    flag: '--password-sign-in',
    argument: '<how>',
    env: 'MARKPORT_PASSWORD_SIGN_IN',
    fallback: 'on',
    description: 'Whether passwords let people in beside the provider: on or off.',
    choices: switches,
    parse: parseWord(switches),
  },
  requireSecondFactor: {
    flag: '--require-second-factor',
    argument: '<who>',
    env: 'MARKPORT_REQUIRE_SECOND_FACTOR',
    fallback: 'nobody',
    description:
      'Who must have a second factor, also beside the provider: nobody, administrators or all.',
    choices: secondFactorRules,
    parse: parseWord(secondFactorRules),
  },
}
